import type { ServiceProcess } from './service-process.ts';

/**
 * Log messages that the hub and the core cause: a document that the hub wrote wrongly, and
 * connections that they ended or refused.
 */
const EXPECTED = new RegExp(
  '"msg":"(' +
    [
      'documentSetAside',
      String.raw`receiving documents? .*of the hub \(exchange default\)`,
      '(asking|following|sending|releasing|reconciling) .*the core banking system',
    ].join('|') +
    String.raw`)"\}$`,
);

/** Returns the output of a service apart from the lines that the hub and the core cause. */
export function withoutExpected({ lastWords }: Pick<ServiceProcess, 'lastWords'>): string {
  const [first = '', ...lines] = lastWords.split('\n');
  // The beginning of the output may be cut off, in the middle of a line.
  const whole = first.startsWith('{') || lines.length === 0 ? [first, ...lines] : lines;
  return whole
    .filter((line) => !EXPECTED.test(line))
    .join('\n')
    .trim();
}
