import type pg from 'pg';
import { expectDefined } from '../../../shared/assert.ts';
import { IncompatibleDatabase } from '../compatibility.ts';

/** Rights on tables that are not the usual ones of the service's role. */
const RIGHTS: Readonly<Record<string, string>> = {
  migration: 'SELECT',
  audit_entry: 'SELECT',
  audit_head: 'SELECT',
  audit_set_aside: 'SELECT',
  // Not on `id`: nobody takes the number of an entry that comes later.
  audit_inbox: `SELECT, INSERT (at, recorded_at, actor_kind, actor_id, certificate, interaction_id,
    address, action, subject, detail, writer, number, mac)`,
};

const USUAL = 'SELECT, INSERT, UPDATE, DELETE';

/** Functions of the owner's that the service seals the audit log with. */
const FUNCTIONS = ['audit_take_head()', 'audit_seal(bigint[], bytea[], bigint[], text[], bigint)'];

/**
 * Gives a role what the service needs, and takes every other right in this schema from it: it reads
 * and writes rows, and of the audit log it reads all, adds to the inbox, and seals by the functions
 * of the owner. Throws UnfitDatabase where there is no such role, it has the owner's rights, or it
 * could change the audit log by rights that it has from elsewhere.
 */
export async function grantService(client: pg.ClientBase, role: string): Promise<void> {
  const { rows: found } = await client.query<{ owns: boolean }>(
    // Also a member that has to say SET ROLE for it.
    `SELECT pg_has_role(rolname, current_user, 'MEMBER') AS owns FROM pg_roles WHERE rolname = $1`,
    [role],
  );
  if (found[0] === undefined) throw new IncompatibleDatabase(`It has no role ${role}.`);
  if (found[0].owns) {
    throw new IncompatibleDatabase(
      `The role ${role} has the rights of the owner. Name another one in PIS_STORE.`,
    );
  }
  const [name, schema] = [client.escapeIdentifier(role), await schemaOf(client)];
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace ORDER BY relname`,
  );
  await client.query('BEGIN');
  try {
    await client.query(`REVOKE ALL ON ALL TABLES IN SCHEMA ${schema} FROM ${name}`);
    await client.query(`REVOKE ALL ON SCHEMA ${schema} FROM ${name}`);
    // Until PostgreSQL 14 all may create functions there, also ones that audit_seal would call.
    await client.query(`REVOKE CREATE ON SCHEMA ${schema} FROM PUBLIC`);
    await client.query(`GRANT USAGE ON SCHEMA ${schema} TO ${name}`);
    for (const table of tables) {
      const rights = RIGHTS[table.name] ?? USUAL;
      await client.query(`GRANT ${rights} ON ${client.escapeIdentifier(table.name)} TO ${name}`);
    }
    for (const own of FUNCTIONS) await client.query(`GRANT EXECUTE ON FUNCTION ${own} TO ${name}`);
    await refuseOtherRights(client, role);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** Throws UnfitDatabase where a role has forbidden rights by another role or by PUBLIC. */
async function refuseOtherRights(client: pg.ClientBase, role: string): Promise<void> {
  const { rows } = await client.query<{ right: string }>(
    `SELECT 'change ' || relname AS right FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace
       AND relname = ANY (ARRAY['audit_entry', 'audit_head', 'audit_inbox', 'audit_set_aside'])
       AND has_table_privilege($1, oid, 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER')
     UNION ALL SELECT 'create objects in the schema ' || current_schema()
     WHERE has_schema_privilege($1, current_schema(), 'CREATE')
     ORDER BY 1`,
    [role],
  );
  if (rows.length === 0) return;
  const rights = rows.map(({ right }) => right).join(', ');
  throw new IncompatibleDatabase(
    `The role ${role} may also ${rights}, by another role or by a grant to PUBLIC. Revoke that.`,
  );
}

async function schemaOf(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ schema: string }>('SELECT current_schema() AS schema');
  return client.escapeIdentifier(expectDefined(rows[0], 'a schema').schema);
}

/** Whether the role of a connection may migrate: it owns the tables, or may create the first. */
export async function mayMigrate(client: pg.ClientBase): Promise<boolean> {
  return truth(
    client,
    `SELECT COALESCE(
       (SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass('migration')),
       has_schema_privilege(current_schema(), 'CREATE')) AS truth`,
  );
}

/** Whether the role of a connection owns the audit log, and so may remove what guards it. */
export function ownsAuditLog(client: pg.ClientBase): Promise<boolean> {
  return truth(
    client,
    `SELECT pg_has_role(relowner, 'MEMBER') AS truth FROM pg_class
     WHERE oid = to_regclass('audit_entry')`,
  );
}

async function truth(client: pg.ClientBase, text: string): Promise<boolean> {
  const { rows } = await client.query<{ truth: boolean }>(text);
  return rows[0]?.truth === true;
}
