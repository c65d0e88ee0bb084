import { connect } from './database/connect.ts';
import { refuseUnsafe } from './compatibility.ts';
import { migrate, MIGRATIONS } from './migrations/index.ts';
import { grantService } from './migrations/rights.ts';

/**
 * Brings the database at an address up to date as its owner, and gives the service's role its
 * rights; the version that the database has then. May be repeated, also while nodes serve.
 */
export async function migrateAs(owner: string, role: string): Promise<number> {
  const client = await connect(owner, { application_name: 'migrate' });
  try {
    await refuseUnsafe(client);
    await migrate(client);
    await grantService(client, role);
    return MIGRATIONS.length;
  } finally {
    await client.end();
  }
}
