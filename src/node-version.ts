/** The oldest major version of Node.js that the service runs on: `engines` of package.json. */
export const OLDEST_NODE = 22;

/**
 * Ends a program that was started on an older Node.js: exit code 2, with a sentence that says what
 * to do. To be asked before anything is loaded that could not be loaded there.
 */
export function requireNode(): void {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major >= OLDEST_NODE) return;
  console.error(
    `Not started: Node.js ${String(OLDEST_NODE)} or newer is needed, and this is ` +
      `${process.versions.node}. Install Node.js 22, 24 or 26. ` +
      '(In a checkout, `npm ci && npm start` brings one along.)',
  );
  process.exit(2);
}
