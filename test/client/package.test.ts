import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

test('the build of the client has declarations, and pis finds its JavaScript', () => {
  expect(existsSync(join(ROOT, 'client/dist/index.d.ts'))).toBe(true);
  const program = `import('@payment-initiation/client').then((client) => {
    process.stdout.write(client.idempotencyKeyOf('tpp', 'POST /domestic-payments', 'invoice 1'));
  });`;
  const cwd = join(ROOT, 'pis');
  const printed = execFileSync(process.execPath, ['-e', program], { cwd, encoding: 'utf8' });
  expect(printed).toMatch(/^[\w-]{40}$/);
});
