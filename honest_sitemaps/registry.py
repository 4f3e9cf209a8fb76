"""Under construction."""


def register(*args: object, **kwargs: object) -> None:
    raise NotImplementedError
