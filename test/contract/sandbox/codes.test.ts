import { describe, expect, it } from 'vitest';
import { stepOf } from '../../../src/auth/sign-in/one-time-codes.ts';
import { useService } from '../../helpers/use-service.ts';

const { service, tpp } = useService();

describe('GET /sandbox/users/{user}/code', () => {
  it('returns the code that the bank accepts now, and a URI for an authenticator', async () => {
    for (const user of ['clara', 'colin', 'sam', 'rita']) {
      const { status, json } = await tpp().get(`/sandbox/users/${user}/code`, { token: null });
      expect(status).toBe(200);
      expect(json?.['code']).toMatch(/^\d{6}$/);
      expect(json?.['validForSeconds']).toBeGreaterThan(0);
      expect(Date.parse(String(json?.['goodFrom']))).toBeLessThan(service().clock.now());
      const uri = new URL(String(json?.['uri']));
      expect(uri.protocol).toBe('otpauth:');
      const secret = uri.searchParams.get('secret') ?? '';
      expect(secret).toMatch(/^[A-Z2-7]{32}$/);
      expect(stepOf(secret, String(json?.['code']), service().clock.now())).toBeDefined();
    }
  });

  it('refuses an unknown user', async () => {
    const { status } = await tpp().get('/sandbox/users/nobody/code', { token: null });
    expect(status).toBe(400);
  });
});
