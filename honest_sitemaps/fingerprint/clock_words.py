"""How pages of many languages say that something was touched, and how long ago."""

from __future__ import annotations

from unicodedata import normalize

from honest_sitemaps.fingerprint.text import words_of

_UNIT = r"(?:(?:second|sec|minute|min|hour|hr|day|week|wk|month|mo|year|yr)s?|[smhdwy])\b"
_HEDGE = r"(?:(?:about|around|over|almost|nearly|less than|more than|~) ?)?"
_AMOUNT = rf"{_HEDGE}(?:\d+|an?|one|two|three|a few|few|several) ?{_UNIT}"

AMOUNTS = rf"{_AMOUNT}(?:(?:, | and |, and | ){_AMOUNT})*"
"""``3 weeks, 2 days``."""

_UNIT_ELSEWHERE = (
    r"(?:sekund\w*|segund\w*|second[ei]|secondes?|seconden|sn|sek|sek[uū]\w+|секунд\w*|ثانية|ثانیه"
    r"|minut\w*|minuten?|dakika|dk|perc\w*|хвилин\w*|минут\w*|دقيقة|دقائق|دقیقه"
    r"|stunden?|heures?|horas?|or[ae]|uur|uren|tim(?:e|er|ma|mar)|tunti\w*|godzin\w*|hodin\w*"
    r"|ór[aá]\w*|valand\w*|час\w*|годин\w*|saat|ساعة|ساعات|ساعت"
    r"|tag(?:en)?|jours?|d[ií]as?|giorn[oi]|zile?|dag(?:en|ar|er)?|døgn|päivä\w*|dni|dzień|dn[yíů]"
    r"|nap\w*|dien\w*|день|дн[яі]в?|дней|gün|يوم\w*|أيام|روز"
    r"|wochen?|semaines?|semanas?|settiman[ae]|săptămân\w+|we(?:ek|ken)|veck\w+|ug(?:e|er)"
    r"|uker?|viikko\w*|tydzień|tygodni\w*|týd\w+|h[eé]t\w*|savait\w+|недел\w+|тиж\w+|hafta"
    r"|həftə|أسبوع|أسابيع|هفته"
    r"|monat\w*|mois|mes(?:es|i|e)?|mês|lun[ăi]|maand\w*|månad\w*|måned\w*|kuukau\w+|miesi\w+"
    r"|měsíc\w*|hónap\w*|mėnes\w+|месяц\w*|місяц\w*|ay|شهر|أشهر|ماه"
    r"|jahr(?:en?)?|ans?|années?|años?|anos?|ann[oi]|ani|jaar|jaren|år|vuo\w+|rok\w*|lat|lety"
    r"|év\w*|met[uųai]\w*|год\w*|лет|рок\w*|рік|yıl|il|سنة|سنوات|سال)"
)
_AMOUNT_ELSEWHERE = (
    rf"(?:\d+|ein(?:e[mnr])?|une?|una|uma?|en|et|ett|één|eine) {_UNIT_ELSEWHERE}"
)

# As Django's naturaltime, moment.js and date-fns write them.
AGO = (
    rf"{AMOUNTS} ago"
    rf"|(?:vor|il y a|hace|há|prieš|před|منذ|acum) {_AMOUNT_ELSEWHERE}"
    rf"|{_AMOUNT_ELSEWHERE} (?:fa|geleden|temu|назад|тому|önce|əvvəl|siden|sitten|pirms|پیش)"
    r"|\d+ \S+ (?:আগে|पहले)"
    rf"|(?:för|for) {_AMOUNT_ELSEWHERE} (?:sedan|siden)"
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

PRINTED = (
    rf"{_WHAT}(?:(?:first |originally )?published|posted|created|checked|verified|as of|valid"
    r"|date)"
    r"|(?:zuerst )?veröffentlicht|erstellt|geprüft|vom"
    r"|publiée?|publicad[oa]|pubblicat[oa]|publicat|gepubliceerd|geplaatst"
    r"|publicerad|udgivet|publisert|julkaistu|opublikowano|zveřejněno|publikováno|közzétéve"
    r"|paskelbta|опубликовано|опубліковано|yayın(?:lanma)? tarihi|yayınlandı|dərc edilib"
    r"|公開日|投稿日|掲載日|发布(?:于|时间|日期)?|发表于|게시일|작성일"
    r"|نُ?شر(?: في)?|تاريخ النشر|منتشر شده"
)
"""Labels of other dates: they only count before a time that the page marks as noise."""

JOINTS = (
    r"on|at|in|the|am|um|le|à|el|il|em|em:|op|den|den:|på|kl|dnia|dne|от|від|tarihinde|vào|lúc"
    r"|pada|في|در"
)
"""Words between such a label and its date."""

MONTHS_AND_DAYS = words_of(
    """
    january february march april may june july august september october november december
    jan feb mar apr jun jul aug sep sept oct nov dec
    monday tuesday wednesday thursday friday saturday sunday
    mon tue tues wed thu thur thurs fri sat sun 月 월
    """
)
"""In English, Chinese, Japanese and Korean."""

_ELSEWHERE = """
    januar februar märz mai juni juli oktober dezember mär okt dez montag dienstag
    mittwoch donnerstag freitag samstag sonntag
    janvier février mars avril juin juillet août septembre octobre novembre décembre fév
    avr jui aoû déc juil lundi mardi mercredi jeudi vendredi samedi dimanche
    enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre
    diciembre ene abr ago dic lunes martes miércoles jueves viernes sábado domingo
    janeiro fevereiro março maio junho julho setembro outubro novembro dezembro fev set
    out segunda feira terça quarta quinta sexta
    gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre gen mag giu
    lug ott lunedì martedì mercoledì giovedì venerdì sabato domenica
    ianuarie februarie martie aprilie iunie iulie septembrie octombrie noiembrie decembrie
    ian iun iul noi noie luni marți miercuri joi vineri sâmbătă duminică
    januari februari maart mei augustus mrt maandag dinsdag woensdag donderdag vrijdag
    zaterdag zondag
    maj augusti måndag tisdag onsdag torsdag fredag lördag söndag
    marts mandag tirsdag lørdag søndag
    desember des
    tammikuu helmikuu maaliskuu huhtikuu toukokuu kesäkuu heinäkuu elokuu syyskuu lokakuu
    marraskuu joulukuu tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta
    heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta tam hel maa huh tou kes
    hei elo syy lok jou tammi helmi maalis huhti touko kesä heinä syys loka marras joulu
    maanantai tiistai keskiviikko torstai perjantai lauantai sunnuntai
    styczeń luty marzec kwiecień czerwiec lipiec sierpień wrzesień październik listopad
    grudzień stycznia lutego marca kwietnia maja czerwca lipca sierpnia września
    października listopada grudnia sty lut kwi cze lip sie wrz paź lis gru poniedziałek
    wtorek środa czwartek piątek sobota niedziela
    leden únor březen duben květen červen červenec srpen září říjen prosinec ledna února
    března dubna května června července srpna října listopadu prosince led úno bře dub kvě
    čen čec srp zář říj pro čer pondělí úterý středa čtvrtek pátek neděle
    január február március április május június július augusztus szeptember október már
    ápr máj jún júl sze febr márc szept hétfő kedd szerda csütörtök péntek szombat
    vasárnap
    sausis vasaris kovas balandis gegužė birželis liepa rugpjūtis rugsėjis spalis
    lapkritis gruodis sausio vasario kovo balandžio gegužės birželio liepos rugpjūčio
    rugsėjo spalio lapkričio gruodžio sau vas kov bal geg bir lie rugp rugs spa lap grd
    saus birž liep rugpj spal lapkr gruod pirmadienis antradienis trečiadienis
    ketvirtadienis penktadienis šeštadienis sekmadienis
    январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь января
    февраля марта апреля мая июня июля августа сентября октября ноября декабря янв фев мар
    апр июн июл авг сен окт ноя дек понедельник вторник среда четверг пятница суббота
    воскресенье
    січень лютий березень квітень травень червень липень серпень вересень жовтень листопад
    грудень січня лютого березня квітня травня червня липня серпня вересня жовтня
    листопада грудня січ лют бер кві тра чер лип сер вер жов лис гру понеділок вівторок
    середа четвер ятниця субота неділя
    ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık oca şub nis
    haz tem ağu eyl eki kas ara pazartesi salı çarşamba perşembe cuma cumartesi pazar
    yanvar fevral aprel yun yul avqust sentyabr oktyabr noyabr dekabr ynv fvr iyn iyl avq
    snt noy dek yan sen bazar ertəsi çərşənbə axşamı cümə şənbə
    maret agustus agu senin selasa rabu kamis jumat sabtu minggu
    يناير فبراير مارس إبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر أبريل
    الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت الأحد
    ژانویه فوریه آوریل ژوئن ژوئیه اوت سپتامبر اکتبر نوامبر دسامبر جولای دوشنبه شنبه
    چهارشنبه پنجشنبه جمعه یکشنبه
    ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר ינו פבר אפר
    יונ יול אוג ספט אוק נוב דצמ יאנ שני שלישי רביעי חמישי שישי שבת ראשון
    ינואר בינואר בפברואר במרץ באפריל במאי ביוני ביולי באוגוסט בספטמבר באוקטובר בנובמבר בדצמבר
    فروردین اردیبهشت خرداد تیر مرداد شهریور مهر آبان آذر دی بهمن اسفند
    जनवरी फ़रवरी फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर सितम्बर अक्टूबर अक्तूबर नवंबर नवम्बर
    दिसंबर दिसम्बर
    জানুয়ারি ফেব্রুয়ারি মার্চ এপ্রিল মে জুন জুলাই আগস্ট সেপ্টেম্বর অক্টোবর নভেম্বর ডিসেম্বর
    tháng ngày năm lúc giờ
"""
"""
Months, as they stand alone and in dates, and days of the week, of the languages above. From
the translations of ``MONTHS``, ``MONTHS_ALT``, ``MONTHS_3``, ``MONTHS_AP`` and ``WEEKDAYS``
of django.utils.dates, written down here: another Django must not make other fingerprints.
"""

OF_DATES = MONTHS_AND_DAYS | words_of(
    normalize(
        "NFC",
        f"""
        {_ELSEWHERE}
        the st nd rd th at on and of am pm a m p noon midnight er re
        utc gmt z t cet cest est edt pst pdt mez mesz msk
        de den der del di le la las el il em op à às a las um uhr kl klo h w г года год р
        року r roku d
        án én i e og o ob ore ora alle pada pukul dnia godz dne v hod saat tarihinde на в
        {" ".join("年月日時时分秒년월일")} 오전 오후 午前 午後 上午 下午 م هـ ه
        """,
    )
)
"""Words that a written date consists of."""
