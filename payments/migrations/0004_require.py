"""What `payments/rows.py` demands of a statement, said where the statements of one exchange run."""

from typing import Any

from django.db import migrations

MADE = (
    "CREATE OR REPLACE FUNCTION payments_require(statement integer, held boolean) RETURNS boolean LANGUAGE plpgsql"
    " AS $$ BEGIN IF held IS NOT TRUE THEN RAISE EXCEPTION USING ERRCODE = 'QP001', MESSAGE = statement::text;"
    " END IF; RETURN TRUE; END $$"
)


def make(apps: Any, editor: Any) -> None:
    if editor.connection.vendor == "postgresql":
        editor.execute(MADE, None)


def drop(apps: Any, editor: Any) -> None:
    if editor.connection.vendor == "postgresql":
        editor.execute("DROP FUNCTION IF EXISTS payments_require(integer, boolean)", None)


class Migration(migrations.Migration):
    dependencies = [("payments", "0003_search")]
    operations = [migrations.RunPython(make, drop)]
