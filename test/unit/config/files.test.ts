import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bucketOf } from '../../../src/config/bucket.ts';
import { readConfig, type Config } from '../../../src/config/config.ts';

const BUCKET = 's3://bank-files/live?region=eu-west-2&endpoint=https://objects.bank.example';
const KEYS = { PIS_S3_ACCESS_KEY: 'files', PIS_S3_SECRET_KEY: 'a secret of files' };

function configOf(environment: Record<string, string>): Config {
  const read = readConfig(environment);
  if ('problems' in read) throw new Error(read.problems.join(' '));
  return read.config;
}

function problemsOf(environment: Record<string, string>): readonly string[] {
  const read = readConfig(environment);
  return 'problems' in read ? read.problems : [];
}

describe('PIS_FILES', () => {
  test('defaults to folder', () => {
    for (const environment of [{}, { PIS_FILES: 'folder' }]) {
      expect(configOf(environment).files).toEqual({ kind: 'folder' });
      expect(bucketOf(configOf(environment))).toBeNull();
    }
  });

  test.each([
    [BUCKET, { prefix: 'live', endpoint: 'https://objects.bank.example' }],
    [
      's3://bank-files?region=eu-west-2',
      { prefix: '', endpoint: 'https://s3.eu-west-2.amazonaws.com' },
    ],
    [
      's3://bank-files/a/b/?endpoint=http://127.0.0.1:9000&region=eu-west-2',
      { prefix: 'a/b', endpoint: 'http://127.0.0.1:9000' },
    ],
  ])('accepts the bucket address %s', (address, expected) => {
    const known = { region: 'eu-west-2', bucket: 'bank-files', ...expected };
    const config = configOf({ PIS_FILES: address, ...KEYS });
    expect(config.files).toEqual({ kind: 's3', ...known });
    expect(bucketOf(config)).toEqual({
      ...known,
      credentials: { accessKeyId: 'files', secretAccessKey: 'a secret of files' },
    });
  });

  test.each([
    ['/var/files', ['Expected folder, or s3://']],
    ['s3://?region=eu-west-2', ['name of a bucket']],
    ['s3://Bank_Files?region=eu-west-2', ['name of a bucket']],
    ['s3://bank-files', ['Expected the region']],
    ['s3://bank-files/a//b?region=eu-west-2', ['Expected a prefix']],
    ['s3://bank-files/a%20b?region=eu-west-2', ['Expected a prefix']],
    ['s3://bank-files?region=eu-west-2&endpoint=objects.example', ['Expected an endpoint']],
    ['s3://bank-files?region=eu-west-2&endpoint=https://a.example/b', ['Expected an endpoint']],
    ['s3://bank-files?region=eu-west-2&versioning=off', ['Expected only region and endpoint']],
    ['s3://bank-files:9000?region=eu-west-2', ['no port']],
    ['s3://-/%20?versioning=off', ['bucket', 'prefix', 'region', 'after the question mark']],
  ])('refuses %s and reports every problem', (address, expected) => {
    const problems = problemsOf({ PIS_FILES: address, ...KEYS });
    expect(problems).toHaveLength(expected.length);
    for (const [index, words] of expected.entries()) {
      expect(problems[index]).toMatch(/^PIS_FILES=.* is not valid: /);
      expect(problems[index]).toContain(words);
    }
  });

  test('needs no keys, or an access key and exactly one secret', () => {
    expect(problemsOf({ PIS_FILES: BUCKET })).toEqual([]);
    expect(bucketOf(configOf({ PIS_FILES: BUCKET }))).toMatchObject({ credentials: null });
    const { PIS_S3_ACCESS_KEY, PIS_S3_SECRET_KEY } = KEYS;
    expect(problemsOf({ PIS_FILES: BUCKET, PIS_S3_ACCESS_KEY })).toEqual([
      'PIS_S3_ACCESS_KEY needs PIS_S3_SECRET_KEY or PIS_S3_SECRET_KEY_FILE.',
    ]);
    expect(problemsOf({ PIS_FILES: BUCKET, PIS_S3_SECRET_KEY })).toEqual([
      'PIS_S3_SECRET_KEY needs PIS_S3_ACCESS_KEY.',
    ]);
    const both = { PIS_FILES: BUCKET, ...KEYS, PIS_S3_SECRET_KEY_FILE: 'secret' };
    const problem = 'Set only one of PIS_S3_SECRET_KEY and PIS_S3_SECRET_KEY_FILE.';
    expect(problemsOf(both)).toEqual([problem]);
    expect(problemsOf(KEYS)).toEqual([
      'PIS_S3_ACCESS_KEY has an effect only with PIS_FILES=s3://….',
      'PIS_S3_SECRET_KEY has an effect only with PIS_FILES=s3://….',
    ]);
  });

  test('limits the maximum file size to that of an object', () => {
    const large = { PIS_FILE_MAX_BYTES: '5368709121' };
    expect(problemsOf(large)).toEqual([]);
    const problem = 'PIS_FILE_MAX_BYTES may be at most 5368709120 with PIS_FILES=s3://….';
    expect(problemsOf({ ...large, PIS_FILES: BUCKET, ...KEYS })).toEqual([problem]);
  });

  test.each([
    ['http://objects.bank.example', 1],
    ['http://10.0.0.1:9000', 1],
    ['http://127.0.0.1:9000', 0],
    ['http://[::1]:9000', 0],
    ['http://localhost:9000', 0],
    ['https://objects.bank.example', 0],
  ])('reports for %s in the secure profile: %i problem', (endpoint, problems) => {
    const address = `s3://bank-files?region=eu-west-2&endpoint=${endpoint}`;
    const found = problemsOf({ PIS_PROFILE: 'secure', PIS_FILES: address, ...KEYS });
    const unencrypted = found.filter((problem) => problem.includes('needs https'));
    expect(unencrypted).toHaveLength(problems);
  });
});

describe('PIS_S3_SECRET_KEY_FILE', () => {
  const config = (path: string): Config =>
    configOf({ PIS_FILES: BUCKET, PIS_S3_ACCESS_KEY: 'files', PIS_S3_SECRET_KEY_FILE: path });

  test('contains the secret, with optional white space around it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'secret-'));
    try {
      const path = join(folder, 'secret');
      writeFileSync(path, 'from a file\n');
      expect(bucketOf(config(path))?.credentials).toEqual({
        accessKeyId: 'files',
        secretAccessKey: 'from a file',
      });
      writeFileSync(path, '\n');
      expect(() => bucketOf(config(path))).toThrow(`PIS_S3_SECRET_KEY_FILE=${path} is empty.`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('must exist', () => {
    const problem = 'PIS_S3_SECRET_KEY_FILE=nowhere/secret cannot be read (ENOENT).';
    expect(() => bucketOf(config('nowhere/secret'))).toThrow(problem);
  });
});
