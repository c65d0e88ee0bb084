import { connect } from './database/connect.ts';
import { refuseUnsafe } from './compatibility.ts';
import { migrate, MIGRATIONS } from './migrations.ts';
import { grantService } from './rights.ts';

/**
 * Applies missing migrations as the database owner, and grants the service's role its permissions.
 * Returns the new schema version. You can repeat it, even while nodes serve requests.
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
