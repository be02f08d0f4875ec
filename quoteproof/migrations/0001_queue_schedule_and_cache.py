"""The reconciler's minute in the queue's schedule, and the table of the database cache."""

from __future__ import annotations

from django.core.management import call_command
from django.db import migrations


def schedule(apps, schema_editor):
    apps.get_model("django_q", "Schedule").objects.using(schema_editor.connection.alias).update_or_create(
        name="reconcile",
        defaults={"func": "quoteproof.tasks.scheduled_minute", "schedule_type": "I", "minutes": 1, "repeats": -1},
    )


def unschedule(apps, schema_editor):
    apps.get_model("django_q", "Schedule").objects.filter(name="reconcile").delete()


def cache_table(apps, schema_editor):
    call_command("createcachetable", database=schema_editor.connection.alias, verbosity=0)


class Migration(migrations.Migration):
    dependencies = [("django_q", "0018_task_success_index")]
    operations = [
        migrations.RunPython(schedule, unschedule),
        migrations.RunPython(cache_table, migrations.RunPython.noop),
    ]
