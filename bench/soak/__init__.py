"""
An hour of everything at once: ``python -m bench.soak.run --help``.

Twenty thousand pages, edited, published, unpublished, renamed and deleted by a seeded hand,
with and without signals; deploys that change every page's bytes and no page's content; two
workers and a beat that are killed, a broker that is emptied, connections to the database that
are cut; and a reader who never stops asking. An oracle notes what was really edited, and is
compared with the ledger at the end: no false date, no missed edit, no lost URL.
"""
