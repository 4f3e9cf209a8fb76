"""How pages of many languages say that something was touched, and how long ago."""

from __future__ import annotations

_UNIT = r"(?:(?:second|sec|minute|min|hour|hr|day|week|wk|month|mo|year|yr)s?|[smhdwy])\b"
_HEDGE = r"(?:(?:about|around|over|almost|nearly|less than|more than|~) ?)?"
_AMOUNT = rf"{_HEDGE}(?:\d+|an?|one|two|three|a few|few|several) ?{_UNIT}"

AMOUNTS = rf"{_AMOUNT}(?:(?:, | and |, and | ){_AMOUNT})*"
"""``3 weeks, 2 days``."""

# As Django's naturaltime, moment.js and date-fns write them.
AGO = (
    rf"{AMOUNTS} ago"
    r"|(?:vor|il y a|hace|há|prieš|před|منذ) \d+ \w+"
    r"|\d+ \w+ (?:fa|geleden|temu|назад|тому|önce|siden|sitten|pirms|پیش|আগে|पहले)"
    r"|(?:för|for) \d+ \w+ (?:sedan|siden)"
    r"|\d+ ?(?:秒|分|分钟|小时|時間|天|日|周|週間|个?月|か月|ヶ月|年)前"
    r"|\d+ ?(?:초|분|시간|일|주|개월|년) 전"
)
"""A number of units and "ago": counts from now wherever it stands alone."""

LOOSELY_AGO = (
    rf"{AGO}|{AMOUNTS} (?:from now|earlier|later)|in {AMOUNTS}"
    r"|(?:just |right )?now|moments? ago|a (?:moment|while) ago"
    r"|(?:this|last|next) (?:week|month|year)"
    r"|(?:today|yesterday|tomorrow)(?:(?: at|,)? \d{1,2}[:.]\d\d(?: ?[ap]\.?m\.?)?)?"
    r"|(?:vor|il y a|hace|há|för|منذ) .{1,30}"
    r"|(?:in|dans|dentro de|em|tra|over) \d+ \w+"
    r"|.{1,30} (?:fa|geleden|temu|назад|önce|پیش|আগে)"
    r"|gerade eben|heute|gestern|morgen|à l.instant|aujourd.hui|hier|demain"
    r"|ahora(?: mismo)?|hoy|ayer|mañana|agora(?: mesmo)?|hoje|ontem|amanhã"
    r"|adesso|oggi|ieri|domani|zojuist|vandaag|gisteren|przed chwilą|dzisiaj|wczoraj"
    r"|только что|сегодня|вчера|bugün|dün|idag|igår"
    r"|刚刚|今天|昨天|たった今|今日|昨日|방금|오늘|어제"
)
"""What counts from now in a ``<time>``, or under a name that says so; a word like ``hier`` is
content elsewhere."""

_WHAT = (
    r"(?:(?:this|the) )?(?:(?:page|site|article|document|post|entry|content) )?(?:was |is )?"
)

LAST_TOUCHED = (
    rf"{_WHAT}(?:last|recently) ?-?(?:updated?|modified|modification|edit(?:ed)?"
    r"|changed?|revised|revision|reviewed|commit|built|build|mod)"
)
"""Labels that leave no doubt: a name may follow the date."""

TOUCHED = (
    rf"{_WHAT}(?:updated|modified|edited|revised|generated|rendered)"
    r"|(?:this |the )?(?:page|site|document)(?: was)? (?:built|created|compiled)"
    r"|(?:最后|最近|上次)?(?:更新|修改|编辑)(?:于|日期|时间)?"
    r"|最終?(?:更新|変更)日?時?|更新日時?|(?:최종|마지막) (?:업데이트|수정)일?"
)
"""Labels that start sentences too: only a date may follow."""

TOUCHED_ELSEWHERE = (
    # German, French, Spanish and Portuguese, Italian and Romanian, Dutch
    r"zuletzt (?:aktualisiert|geändert|bearbeitet)|letzte (?:aktualisierung|änderung)"
    r"|aktualisiert|geändert|stand"
    r"|dernière (?:mise à jour|modification)|mise? à jour|modifiée?"
    r"|última (?:actualización|modificación|atualização|modificação)"
    r"|(?:actualizad|atualizad|modificad)[oa]"
    r"|ultim[oa] (?:aggiornamento|modifica|actualizare)|aggiornat[oa]"
    r"|(?:laatst|voor het laatst) (?:bijgewerkt|gewijzigd|bewerkt)|bijgewerkt"
    # Swedish, Danish, Norwegian, Finnish
    r"|senast (?:uppdaterad|ändrad)|uppdaterad|sidst (?:opdateret|ændret)"
    r"|sist (?:oppdatert|endret)|(?:viimeksi )?(?:päivitetty|muokattu)"
    # Polish, Czech, Hungarian, Lithuanian
    r"|ostatni[oa] (?:aktualizacj[ai]|modyfikacj[ai]|zmian[ay])|zaktualizowano|aktualizacja"
    r"|poslední (?:aktualizace|změna)|aktualizováno"
    r"|(?:utoljára|utolsó) (?:frissítve|módosítva|frissítés|módosítás)|frissítve"
    r"|(?:paskutinį kartą )?atnaujinta"
    # Russian, Ukrainian, Turkish and Azerbaijani, Vietnamese, Indonesian
    r"|последн(?:ее|яя) (?:обновление|изменение|правка)|обновлено|изменено"
    r"|останн(?:є|я) (?:оновлення|зміна)|оновлено"
    r"|son (?:güncelleme|güncellenme|değişiklik|yenilənmə)(?: tarihi)?|güncellendi"
    r"|cập nhật(?: lần cuối)?|terakhir (?:diperbarui|diubah)|diperbarui"
    # Arabic, Persian, Hindi, Bengali, Hebrew
    r"|آخر (?:تحديث|تعديل)|آخرین (?:به‌روزرسانی|بروزرسانی|ویرایش)"
    r"|अंतिम अपडेट|সর্বশেষ (?:আপডেট|হালনাগাদ)|עודכן לאחרונה"
)
"""The same in other languages, whose names of months are not listed here."""

OF_DATES = frozenset(
    f"""
    january february march april may june july august september october november december
    jan feb mar apr jun jul aug sep sept oct nov dec
    monday tuesday wednesday thursday friday saturday sunday
    mon tue tues wed thu thur thurs fri sat sun
    st nd rd th at on and of am pm a m p noon midnight
    utc gmt z t cet cest est edt pst pdt
    de den der del di le la las el il em op à um uhr kl klo h w г года год
    {" ".join("年月日時时分秒년월일")}
    """.split()
)
"""Words that a written date consists of."""
