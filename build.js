/*
 * Compiles src/ to dist/. A production installation has no compiler (`npm prune --omit=dev`). There
 * the existing build stays in use, or the script prints why it cannot continue.
 *
 *   node build.js                  builds: `npm run build`
 *   node build.js --or-built       before programs of the operators: builds where it can
 *   node build.js --development    before programs of development, which need more than a build
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Exit code if nothing was done, the same as that of the operators' commands. */
const NOT_DONE = 2;

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const compiler = at('node_modules/typescript/bin/tsc');
const programs = ['dist/main.js', 'dist/cli/main.js'].map(at);

function build() {
  const { status } = spawnSync(process.execPath, [compiler, '-p', at('tsconfig.build.json')], {
    stdio: 'inherit',
  });
  if (status !== 0) return status ?? NOT_DONE;
  for (const program of programs) chmodSync(program, 0o755);
  return 0;
}

function withoutCompiler(purpose) {
  if (purpose === '--development') {
    console.error(
      'This program is for development, and its packages are not installed: `npm ci` installs them.',
    );
    return NOT_DONE;
  }
  if (purpose === '--or-built' && programs.every((program) => existsSync(program))) return 0;
  console.error(
    'Cannot build: the compiler is not installed. ' +
      'Run: npm ci && npm run build (and then, in production: npm prune --omit=dev).',
  );
  return NOT_DONE;
}

process.exitCode = existsSync(compiler) ? build() : withoutCompiler(process.argv[2]);
