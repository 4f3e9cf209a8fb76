"""
Words that change because time passes, or because the page was touched, and say nothing else.

Three kinds: a time that counts from now ("3 days ago"), a stamp ("Last updated: 3 May 2026"),
the year of a copyright. Each is recognised only where it stands alone; inside a sentence the
same words are content. A duration ("25 minutes") counts from nothing and is content.
"""

from __future__ import annotations

import re

_LONGEST_STAMP = 120
"""Letters. A longer run is prose, whatever it starts with."""

_LONGEST_COPYRIGHT = 400

_UNITS = (
    r"(?:sec(?:ond)?s?|min(?:ute)?s?|h(?:ou)?rs?|days?|weeks?|wks?|months?|mos?|years?|yrs?"
    r"|[smhdwy])"
)
_AMOUNT = (
    rf"(?:(?:about|around|over|almost|nearly|less than|more than|~)\s)?"
    rf"(?:\d+|an?|one|two|three|a few|few|several)\s?{_UNITS}\b"
)
_AMOUNTS = rf"{_AMOUNT}(?:(?:,|\sand|,\sand)?\s{_AMOUNT})*"

_RELATIVE = re.compile(
    rf"(?:{_AMOUNTS}\s(?:ago|from now|earlier|later)|in\s{_AMOUNTS}"
    r"|(?:just |right )?now|moments? ago|a (?:moment|while) ago|today|yesterday|tomorrow"
    r"|(?:this|last|next) (?:week|month|year)"
    r"|(?:today|yesterday|tomorrow)(?: at|,)? \d{1,2}[:.]\d{2}(?:\s?[ap]\.?m\.?)?"
    # Django's naturaltime and timesince, and moment.js, in languages they are used in most.
    r"|vor .{1,12}\s\w+|in \d+ \w+|gerade eben|heute|gestern|morgen"
    r"|il y a .{1,30}|dans \d+ \w+|à l.instant|aujourd.hui|hier|demain"
    r"|hace .{1,30}|dentro de \d+ \w+|ahora(?: mismo)?|hoy|ayer|mañana"
    r"|há .{1,30}|em \d+ \w+|agora(?: mesmo)?|hoje|ontem|amanhã"
    r"|.{1,20} fa|tra \d+ \w+|adesso|oggi|ieri|domani"
    r"|.{1,20} geleden|over \d+ \w+|zojuist|vandaag|gisteren"
    r"|.{1,20} temu|przed chwilą|dzisiaj|wczoraj|.{1,20} назад|только что|сегодня|вчера"
    r"|.{1,20} önce|az önce|bugün|dün|för .{1,20} sedan|idag|igår"
    r"|\d+\s?(?:秒|分|分钟|小时|時間|天|日|周|週間|个?月|か月|ヶ月|年)(?:前|后|後)|刚刚|たった今"
    r"|\d+\s?(?:초|분|시간|일|주|개월|년) 전|방금"
    r"|منذ .{1,20}|.{1,20} پیش|.{1,20} আগে|.{1,20} पहले)",
    re.IGNORECASE,
)
_DURATION = re.compile(_AMOUNTS, re.IGNORECASE)

_STAMP_WORDS = (
    # English
    r"(?:this )?(?:page|article|document|post|entry|content|site)?\s?(?:was )?(?:"
    r"last\s?-?(?:updated|modified|edited|changed|revised|reviewed|update|modification|edit"
    r"|change|revision|commit|built|build|mod)"
    r"|updated|modified|edited|generated|built|rendered|created|compiled)"
    r"(?: (?:on|at|by|in))?",
    # German, French, Spanish, Portuguese, Italian, Dutch
    r"zuletzt (?:aktualisiert|geändert|bearbeitet)(?: am)?|letzte (?:aktualisierung|änderung)"
    r"(?: am)?|aktualisiert am|stand",
    r"(?:dernière (?:mise à jour|modification)|mis[e]? à jour|modifiée?)(?: le)?",
    r"(?:última (?:actualización|modificación)|actualizad[oa]|modificad[oa])(?: el)?",
    r"(?:última (?:atualização|modificação)|atualizad[oa]|modificad[oa])(?: em)?",
    r"(?:ultim[oa] (?:aggiornamento|modifica)|aggiornat[oa]|modificat[oa])(?: il)?",
    r"(?:laatst|voor het laatst) (?:bijgewerkt|gewijzigd|bewerkt)(?: op)?",
    # Swedish, Danish, Norwegian, Finnish, Polish, Czech, Hungarian, Romanian, Lithuanian
    r"senast (?:uppdaterad|ändrad)|sidst (?:opdateret|ændret)|sist (?:oppdatert|endret)"
    r"|(?:viimeksi )?(?:päivitetty|muokattu)|(?:ostatni[oa]? )?(?:aktualizacj[ai]|zaktualizowano"
    r"|modyfikacj[ai]|zmieniono)|(?:poslední|naposledy) (?:aktualizac[ei]|změn[ay]|upraveno)"
    r"|(?:utolsó|utoljára) (?:frissítés|frissítve|módosítva|módosítás)"
    r"|ultima (?:actualizare|modificare)|(?:paskutinį kartą )?atnaujinta",
    # Russian, Ukrainian, Turkish, Azerbaijani, Vietnamese, Indonesian
    r"последн(?:ее|яя) (?:обновление|изменение|правка)|обновлено|изменено"
    r"|останн(?:є|я) (?:оновлення|зміна)|оновлено"
    r"|son (?:güncelleme|güncellenme|değişiklik|yenilənmə)(?: tarihi)?|güncellendi"
    r"|cập nhật(?: lần cuối| ngày)?|(?:terakhir )?(?:diperbarui|diubah)(?: pada)?",
    # Chinese, Japanese, Korean, Arabic, Persian, Hindi, Bengali, Hebrew
    r"(?:最后|最近|上次)?(?:更新|修改|编辑)(?:于|日期|时间)?|最終?(?:更新|変更)日?時?|更新日時?"
    r"|(?:최종|마지막) (?:업데이트|수정)(?:일)?|آخر (?:تحديث|تعديل)"
    r"|آخرین (?:به‌روزرسانی|بروزرسانی|ویرایش)|अंतिम अपडेट|সর্বশেষ (?:আপডেট|হালনাগাদ)|עודכן לאחרונה",
)
_STAMP = re.compile(
    rf"\W*(?:{'|'.join(_STAMP_WORDS)})\s?[:：–—-]?\s?(?P<when>.*)", re.IGNORECASE
)
_DIGIT = re.compile(r"\d")
_SENTENCE = re.compile(r"[.!?。]\s+\w+\s+\w+\s+\w+")

_AGO = re.compile(
    rf"\W*(?:(?:{_STAMP_WORDS[0]}|posted|published|added|asked|answered|active)\s)?"
    rf"(?:{_AMOUNTS} ago|vor \d+ \w+|il y a \d+ \w+|hace \d+ \w+|há \d+ \w+|\d+ \w+ fa"
    r"|\d+ \w+ geleden|\d+ \w+ temu|\d+ \w+ назад|\d+ \w+ önce|för \d+ \w+ sedan"
    r"|\d+\s?(?:秒|分|分钟|小时|時間|天|日|周|週間|个?月|か月|ヶ月|年)前"
    r"|\d+\s?(?:초|분|시간|일|주|개월|년) 전)\W*",
    re.IGNORECASE,
)

_COPYRIGHT = re.compile(
    r"(?P<sign>(?:©|\(c\)|copyright)[\s©]*(?:\(c\)\s*)?)"
    r"(?:19|20)\d\d(?:\s?[-–—,]\s?(?:(?:19|20)\d\d|present))*",
    re.IGNORECASE,
)


def is_relative(words: str) -> bool:
    """Whether these words, alone, count from now. They must be folded."""
    return 0 < len(words) <= 60 and bool(_RELATIVE.fullmatch(words.strip(" .()")))


def is_duration(words: str) -> bool:
    """Whether these words are an amount of time: Django's ``timesince`` leaves out "ago"."""
    return bool(_DURATION.fullmatch(words))


def is_stamp(line: str) -> bool:
    """Whether a whole line of text says only when the page was touched, or how long ago."""
    if len(line) > _LONGEST_STAMP or not _DIGIT.search(line):
        return False
    if _AGO.fullmatch(line):
        return True
    stamp = _STAMP.fullmatch(line)
    return bool(stamp and _DIGIT.search(stamp["when"]) and not _SENTENCE.search(line))


def undated(line: str) -> str:
    """``© 2019-2026 Example`` and ``© 2019-2027 Example`` become ``© Example``."""
    if len(line) > _LONGEST_COPYRIGHT or not _COPYRIGHT.search(line):
        return line
    return " ".join(_COPYRIGHT.sub(r"\g<sign>", line).split())
