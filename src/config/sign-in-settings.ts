import { z } from 'zod';
import { text } from '../contract/fields.ts';
import { isLoopback } from '../shared/network.ts';
import type { Seconds } from '../shared/time.ts';
import { setting } from './setting.ts';
import { upTo } from './value-types.ts';

/** Issuer of an OpenID Provider (OpenID Connect Discovery, 3). */
export const issuer = z.string().refine((value) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isSafe = url?.protocol === 'https:' || isLoopback(url?.hostname ?? '');
  return isSafe && /^https?:\/\/[^?#@\s]+$/.test(value);
}, 'Expected an https address such as https://idp.bank.example');

/** Settings of the sign-in at the bank's OpenID Provider (docs/decisions, 138). */
export const SIGN_IN_SETTINGS = {
  signInIssuer: setting(
    'PIS_SIGN_IN',
    z
      .union(
        [z.literal('embedded').transform(() => null), issuer],
        'Expected `embedded` or an https address such as https://idp.bank.example',
      )
      .default(null),
    "`embedded` (passwords, codes and passkeys of this service), or the issuer of the bank's " +
      '[OpenID Provider](../integration/sign-in.md), for example `https://idp.bank.example`',
    '`embedded`',
  ),
  signInClientId: setting(
    'PIS_SIGN_IN_CLIENT_ID',
    text(255).default('payment-initiation-service'),
    '`client_id` of this service at that provider',
  ),
  signInAcr: setting(
    'PIS_SIGN_IN_ACR',
    text(255).default('urn:openbanking:psd2:sca'),
    '`acr` of strong customer authentication at that provider. Approvals and the own pages of ' +
      'customers need it.',
  ),
  signInMaxAgeSeconds: setting<Seconds>(
    'PIS_SIGN_IN_MAX_AGE_SECONDS',
    upTo(86_400).default(300),
    'how long ago a customer may have signed in at that provider, for a sign-in here. Each approval ' +
      'needs an authentication of its own.',
  ),
};
