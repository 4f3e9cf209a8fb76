"""Enough of an admin to edit a paragraph and watch one date move."""

from __future__ import annotations

from django.contrib import admin

from project.cms.models import Article, Figure, Match, Team


@admin.register(Article)
class ArticleAdmin(admin.ModelAdmin):
    list_display = ["title", "kind", "language", "published_at"]
    list_filter = ["kind", "language", "is_draft", "is_public", "status"]
    search_fields = ["title", "body"]


@admin.register(Match)
class MatchAdmin(admin.ModelAdmin):
    list_display = ["__str__", "round", "kick_off", "home_goals", "away_goals"]
    list_filter = ["round"]
    list_select_related = ["home", "away"]


@admin.register(Team)
class TeamAdmin(admin.ModelAdmin):
    list_display = ["name_en", "name_bn", "table"]


@admin.register(Figure)
class FigureAdmin(admin.ModelAdmin):
    list_display = ["name", "value"]
