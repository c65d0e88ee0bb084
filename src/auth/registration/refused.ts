/** The error codes for a refused registration (RFC 7591, 3.2.2). */
export type RegistrationError =
  | 'invalid_client_metadata'
  | 'invalid_redirect_uri'
  | 'invalid_software_statement'
  | 'unapproved_software_statement';

/** A refused registration. Functions return it as a value and do not throw it. */
export class Refused {
  readonly error: string;
  /** A description of the problem for the TPP's developers. */
  readonly description: string;

  constructor(error: RegistrationError, description: string) {
    this.error = error;
    this.description = description;
  }
}
