import { z } from 'zod';
import { text } from '../contract/fields.ts';
import { setting } from './setting.ts';
import { file, httpsOrigin } from './value-types.ts';

/** The settings of the profile `secure`. The sandbox generates these values itself. */
export const SECURE_SETTINGS = {
  issuerUrl: setting(
    'PIS_ISSUER_URL',
    httpsOrigin,
    'customer listener as browsers reach it, for example `https://auth.bank.example`. It is ' +
      'also the OAuth issuer.',
  ),
  apiUrl: setting(
    'PIS_API_URL',
    httpsOrigin,
    'TPP listener as TPPs reach it, for example `https://api.bank.example`',
  ),
  certificateFile: setting(
    'PIS_TLS_CERTIFICATE_FILE',
    file,
    'certificate for the host names of these two and of the console, with its chain up to the root, PEM',
  ),
  keyFile: setting('PIS_TLS_KEY_FILE', file, 'private key of that certificate, PEM'),
  clientCaFile: setting(
    'PIS_CLIENT_CA_FILE',
    file,
    "certificate authorities of the TPPs' certificates, the whole chain, PEM",
  ),
  clientCrlFile: setting(
    'PIS_CLIENT_CRL_FILE',
    file,
    'a current revocation list of **each** of these authorities, PEM',
  ),
  signingKeysFile: setting(
    'PIS_SIGNING_KEYS_FILE',
    file,
    'private signing keys of the bank, a JWKS. The first key signs.',
  ),
  organisationId: setting(
    'PIS_ORGANISATION_ID',
    text(64),
    'ID of the bank in the directory, the issuer of its signatures',
  ),
  directory: setting(
    'PIS_DIRECTORY',
    z.string().min(1, 'Expected a file or an https address'),
    'directory of TPPs: a file, or an https address',
  ),
  directoryKeysFile: setting(
    'PIS_DIRECTORY_KEYS_FILE',
    file,
    'public keys that verify software statements of the directory, a JWKS',
  ),
  bankFile: setting(
    'PIS_BANK_FILE',
    file,
    'customers, users and accounts, JSON: see [the bank ' +
      'file](../operations.md#write-the-bank-file)',
  ),
  bankTitle: setting(
    'PIS_BANK_TITLE',
    text(60),
    'name of the bank that customers see, at most 60 characters',
  ),
};
