import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A folder inside the checkout, from which Node.js finds the packages that the client needs. */
const OUT = join(ROOT, 'node_modules/.cache/client');

test('the client compiles with declarations, and its JavaScript runs', () => {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const project = join(ROOT, 'client/tsconfig.build.json');
  execFileSync(process.execPath, [compiler, '-p', project, '--outDir', OUT]);
  expect(existsSync(join(OUT, 'index.d.ts'))).toBe(true);
  const program = `import(${JSON.stringify(join(OUT, 'index.js'))}).then((client) => {
    process.stdout.write(client.idempotencyKeyOf('tpp', 'POST /domestic-payments', 'invoice 1'));
  });`;
  const printed = execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' });
  expect(printed).toMatch(/^[\w-]{40}$/);
});
