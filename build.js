/*
 * Compiles src/ to dist/, and the src/ of client/, pis/ and conformance/ to their dist/. An
 * installation without development packages (`npm prune --omit=dev`) has no compiler. It uses the
 * build that exists.
 *
 *   node build.js                  builds always: `npm run build`
 *   node build.js --or-built       for `npm start` and pisctl: builds if dist/ is missing or older
 *                                  than src/ and the compiler is installed
 *   node build.js --development    for development programs, which need the development packages
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Exit code if nothing was done, as in pisctl. */
const NOT_DONE = 2;

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const compiler = at('node_modules/typescript/bin/tsc');
/** Returns the project in a folder of the checkout. */
const projectIn = (folder) => ({
  sources: at(`${folder}src`),
  settings: at(`${folder}tsconfig.build.json`),
  out: at(`${folder}dist`),
});
// The others import the build of client. The container image contains the service only.
const projects = ['', 'client/', 'pis/', 'conformance/']
  .map(projectIn)
  .filter(({ settings }) => existsSync(settings));
const schemas = ['store/schema.sql', 'store/sqlite/schema.sql', 'store/postgres/schema.sql'];
/** Files of Swagger UI that the service serves, with their licence. */
const swaggerUi = [
  'swagger-ui.css',
  ...['swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt'],
  ...['LICENSE', 'NOTICE'],
];
const programs = ['dist/main.js', 'dist/cli/main.js'].map(at);
const buildInfoOf = ({ out }) => join(out, 'build.tsbuildinfo');
const isBuilt = () => programs.every((program) => existsSync(program));

/** Returns true if each dist/ contains the build of the present sources. */
function isCurrent() {
  return isBuilt() && projects.every(isCurrentProject);
}

function isCurrentProject(project) {
  if (!existsSync(buildInfoOf(project))) return false;
  const builtAt = statSync(buildInfoOf(project)).mtimeMs;
  const { sources, settings } = project;
  const names = readdirSync(sources, { recursive: true }).map((name) => join(sources, name));
  const inputs = [...names, at('tsconfig.json'), settings, at('package.json')];
  return inputs.every((path) => statSync(path).mtimeMs <= builtAt);
}

function build() {
  for (const project of projects) {
    const { status } = spawnSync(process.execPath, [compiler, '-p', project.settings], {
      stdio: 'inherit',
    });
    if (status !== 0) return status ?? NOT_DONE;
  }
  for (const schema of schemas) copyFileSync(at(`src/${schema}`), at(`dist/${schema}`));
  // Copied, because the package has an install script that reports installations to its maker.
  mkdirSync(at('dist/swagger-ui'), { recursive: true });
  for (const name of swaggerUi)
    copyFileSync(at(`node_modules/swagger-ui-dist/${name}`), at(`dist/swagger-ui/${name}`));
  for (const program of programs) chmodSync(program, 0o755);
  // The compiler leaves these files as they are if a source has a new time but the same content.
  for (const project of projects) utimesSync(buildInfoOf(project), new Date(), new Date());
  return 0;
}

function withoutCompiler(purpose) {
  if (purpose === '--development') {
    console.error(
      'This program is for development, and its packages are not installed. Run: npm ci',
    );
    return NOT_DONE;
  }
  if (purpose === '--or-built' && isBuilt()) return 0;
  console.error(
    'There is no build here, or none anew, because the compiler is not installed. ' +
      'Run: npm ci && npm run build (and then, for serving: npm prune --omit=dev).',
  );
  return NOT_DONE;
}

function main(purpose) {
  if (!existsSync(compiler)) return withoutCompiler(purpose);
  return purpose === '--or-built' && isCurrent() ? 0 : build();
}

process.exitCode = main(process.argv[2]);
