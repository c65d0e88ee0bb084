/** Why a registration is refused (RFC 7591, 3.2.2). */
export type RegistrationError =
  | 'invalid_client_metadata'
  | 'invalid_redirect_uri'
  | 'invalid_software_statement'
  | 'unapproved_software_statement';

/** A registration that is refused: a value, not an exception. */
export class Refused {
  readonly error: string;
  /** In words, what would be right. */
  readonly description: string;

  constructor(error: RegistrationError, description: string) {
    this.error = error;
    this.description = description;
  }
}
