import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { measureTokens } from '../../../../src/auth/oauth/measure-tokens.ts';

it('begins a request for a token at the end of its body, not while the client sends it', async () => {
  const calls: unknown[] = [];
  let handle: ((ctx: object, next: () => Promise<void>) => Promise<void>) | undefined;
  const provider = { use: (middleware: typeof handle) => void (handle = middleware) };
  measureTokens(provider as never, {
    observe: ({ kind }) => calls.push(kind),
    stopwatch: () => 0,
    beginRequest: (operation) => {
      calls.push(operation);
      return { receive: (body) => body, end: (status) => calls.push(status) };
    },
  });
  const req = new PassThrough();
  const ctx = { method: 'POST', path: '/as/token', status: 200, req };
  const handled = handle?.(ctx, async () => {
    await req.resume().toArray();
  });
  req.write('grant_type=');
  await new Promise((resolve) => setImmediate(resolve));
  expect(calls).toEqual([]);
  req.end('client_credentials');
  await handled;
  expect(calls).toEqual(['authorisation.issueToken', 200, 'requestAnswered']);
});
