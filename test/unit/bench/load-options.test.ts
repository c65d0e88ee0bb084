import { describe, expect, it } from 'vitest';
import { LOAD_OPTIONS, readLoadOptions } from '../../../bench/load/options.ts';
import { parseCommandLine } from '../../helpers/command-line.ts';

function read(...args: readonly string[]) {
  const program = { command: 'load', about: 'Loads.', options: LOAD_OPTIONS };
  const parsed = parseCommandLine(program, args);
  return parsed.kind === 'given' ? readLoadOptions(parsed.values) : parsed.text;
}

describe('the options of a load', () => {
  it('have defaults, for a sandbox that the bench starts', () => {
    expect(read()).toEqual({
      target: null,
      rate: 50,
      durationMs: 30_000,
      mix: { file: 1, single: 8, vrp: 1 },
      payments: 100,
      connections: 128,
      timeoutMs: 10_000,
      thresholds: { p99Ms: null, errors: 0.01 },
    });
  });

  it('take the given values', () => {
    const args = ['--rate=500', '--duration=1.5m', '--mix=vrp:2', '--p99=50ms', '--errors=0.1%'];
    expect(read('--target', 'http://127.0.0.1:8080', ...args)).toMatchObject({
      target: 'http://127.0.0.1:8080',
      rate: 500,
      durationMs: 90_000,
      mix: { vrp: 2 },
      thresholds: { p99Ms: 50, errors: 0.001 },
    });
  });

  it.each([
    ['--duration=60', '--duration takes'],
    ['--duration=0s', '--duration takes'],
    ['--duration=51m', 'at most 50m'],
    ['--timeout=soon', '--timeout takes'],
    ['--mix=', '--mix takes'],
    ['--p99=fast', '--p99 takes'],
    ['--errors=1', '--errors takes'],
    ['--errors=101%', '--errors takes'],
    ['--rate=10001', '--rate is at most 10000.'],
    ['--payments=4001', '--payments is at most 4000.'],
    ['--rate=0', '--rate takes a whole number, at least 1.'],
  ])('report %s with one sentence', (arg, sentence) => {
    expect(read(arg)).toContain(sentence);
  });
});

describe('the target of a load', () => {
  it.each([
    'http://127.0.0.1:8080',
    'http://127.8.9.10',
    'http://localhost:1',
    'http://[::1]:80',
    'http://[::ffff:127.0.0.1]:8080',
  ])('may be %s, which is loopback', (target) => {
    expect(read('--target', target)).toMatchObject({ target: new URL(target).origin });
  });

  it.each([
    'http://bank.test:8080',
    'http://127.0.0.1.bank.test',
    'http://10.0.0.1',
    'http://0.0.0.0:8080',
    'http://localhost.bank.test',
  ])('may be %s only if that host is confirmed', (target) => {
    const { hostname, origin } = new URL(target);
    const sentence = `${hostname} is not loopback.`;
    expect(read('--target', target)).toContain(sentence);
    expect(read('--target', target, '--confirm', 'yes')).toContain(sentence);
    expect(read('--target', target, '--confirm', hostname)).toMatchObject({ target: origin });
  });

  it.each([
    ['8080', 'takes an address'],
    ['http://127.0.0.1:8080/open-banking', 'without a path'],
    ['http://user:word@127.0.0.1', 'takes an address'],
    ['ftp://127.0.0.1', 'takes an address'],
    ['https://127.0.0.1:8443', 'the internal listener'],
  ])('is never %s', (target, sentence) => {
    expect(read('--target', target)).toContain(sentence);
  });
});
