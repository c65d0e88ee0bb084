/** Error codes of a refused registration (RFC 7591, 3.2.2). */
export type RegistrationError =
  | 'invalid_client_metadata'
  | 'invalid_redirect_uri'
  | 'invalid_software_statement'
  | 'unapproved_software_statement';

/** A refused registration. It is returned as a value, not thrown. */
export class Refused {
  readonly error: string;
  /** Describes the problem to the TPP's developers. */
  readonly description: string;

  constructor(error: RegistrationError, description: string) {
    this.error = error;
    this.description = description;
  }
}
