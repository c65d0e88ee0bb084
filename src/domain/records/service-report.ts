/*
 * The settings that a running service uses, as operators see them. No secret is among them.
 */

export interface SettingInForce {
  /** Name of the environment variable. */
  readonly variable: string;
  /** The value as an operator writes it. Null if the setting has no value, or is a secret. */
  readonly value: string | null;
  /** True if the value is a secret that is set. It is never shown. */
  readonly isSecret: boolean;
  /** `profile`: the default depends on the profile. */
  readonly source: 'environment' | 'default' | 'profile';
  /** True for a limit of requests, connections, files or time. */
  readonly isLimit: boolean;
  /** Meaning, unit and bounds, as docs/reference/settings.md describes them. */
  readonly meaning: string;
}

/** The version of a service and its settings. */
export interface ServiceReport {
  /** Version of the service, for example `0.1.0`. */
  readonly version: string;
  /** Version of Node.js, for example `v26.1.0`. */
  readonly nodeVersion: string;
  /** Name of this node. */
  readonly node: string;
  readonly profile: string;
  /** Database of the service. */
  readonly store: string;
  /** Storage of payment files. */
  readonly files: string;
  readonly settings: readonly SettingInForce[];
}
