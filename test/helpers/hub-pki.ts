import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../src/config/config.ts';
import { SchemesAddress } from '../../src/config/schemes.ts';
import type { CredentialFiles } from '../../src/connections/credentials.ts';
import { issue, type Issued, type Purpose } from '../../src/sandbox/pki/certificates.ts';
import { DAY_MS } from '../../src/shared/time.ts';
import { realTime } from './real-time.ts';

/** Certificates for mutual TLS between a bank and a payment hub. */
export class HubPki {
  readonly folder = mkdtempSync(join(tmpdir(), 'hub-pki-'));
  readonly authority: Issued;
  readonly hub: Issued;

  private constructor(authority: Issued, hub: Issued) {
    this.authority = authority;
    this.hub = hub;
  }

  static async create(): Promise<HubPki> {
    const authority = await createAuthority();
    return new HubPki(authority, await issue([['CN', 'hub']], HUB, authority, realTime()));
  }

  /** Issues a certificate with which the hub logs in to a broker. */
  hubAsClient(): Promise<Issued> {
    return issue([['CN', 'hub']], { kind: 'client' }, this.authority, realTime());
  }

  /** Issues a certificate for the hub whose validity ended. */
  expiredHub(): Promise<Issued> {
    return issue([['CN', 'hub']], HUB, this.authority, realTime() - 500 * DAY_MS);
  }

  /** Issues a certificate for a hub with another host name. */
  hubElsewhere(): Promise<Issued> {
    const purpose = { kind: 'server', hosts: ['elsewhere.example'] } as const;
    return issue([['CN', 'hub']], purpose, this.authority, realTime());
  }

  /**
   * Issues a certificate of the bank and writes the files that the bank needs.
   *
   * @param issuer authority of the bank's certificate, by default the one that the hub trusts
   * @param trusted authority that the bank trusts
   */
  async bank(issuer = this.authority, trusted = this.authority): Promise<CredentialFiles> {
    const made = await issue([['CN', 'bank']], { kind: 'client' }, issuer, realTime());
    return {
      certificate: this.#write('bank', made.certificate),
      key: this.#write('bank-key', made.key),
      authorities: this.#write('authorities', trusted.certificate),
    };
  }

  /** Writes the files that the hub needs. */
  hubFiles(): CredentialFiles {
    return {
      certificate: this.#write('hub', this.hub.certificate),
      key: this.#write('hub-key', this.hub.key),
      authorities: this.#write('hub-authorities', this.authority.certificate),
    };
  }

  #write(name: string, content: string): string {
    const path = join(this.folder, `${name}.pem`);
    writeFileSync(path, content);
    return path;
  }

  /** Returns the settings of a bank that exchanges messages with a hub at this address. */
  async settings(url: string): Promise<Partial<Config>> {
    const { certificate, key, authorities } = await this.bank();
    const files = { hubCertificateFile: certificate, hubKeyFile: key, hubCaFile: authorities };
    return { schemes: SchemesAddress.parse(url), ...files };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

const HUB: Purpose = { kind: 'server', hosts: ['localhost', '127.0.0.1'] };

/** Creates a certificate authority. All have the same name. */
export function createAuthority(): Promise<Issued> {
  const purpose = { kind: 'authority', mayHaveAuthorities: false } as const;
  return issue([['CN', 'Hub CA']], purpose, null, realTime());
}
