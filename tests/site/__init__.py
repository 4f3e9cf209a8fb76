"""A small site that the tests scan: three models with three kinds of primary key."""
