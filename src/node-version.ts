/** Oldest supported version of Node.js, as in `engines` of package.json. */
export const OLDEST_NODE = '22.14';

/**
 * Exits with code 2 and an instruction if the program runs on an older Node.js. Call it before
 * loading modules that an old version cannot load.
 */
export function requireNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE.split('.').map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  console.error(
    `Not started: Node.js ${OLDEST_NODE} or newer is required, but this is ` +
      `${process.versions.node}. Install Node.js 22, 24 or 26. ` +
      '(In a checkout, `npm ci && npm start` installs and uses one.)',
  );
  process.exit(2);
}
