export { connect } from './connect.ts';
export { Bank, type RawRequest, type RequestOptions } from './bank.ts';
export {
  ApiError,
  AuthenticationError,
  AuthorisationError,
  BankError,
  ConflictError,
  ConnectionError,
  DeadlineError,
  IdempotencyError,
  InvalidRequestError,
  PaymentClientError,
  PermissionError,
  RateLimitError,
  SignatureError,
  type FailedAnswer,
  type Fault,
} from './errors.ts';
export type { Flow } from './authorisation-server.ts';
export type { Approval, Customers, PendingApproval, StartOptions } from './customers.ts';
export type { BankEvent } from './event-tokens.ts';
export type { Events, ListenOptions, Polled, PollOptions } from './events.ts';
export { describeErrorCode, type ErrorCode } from './remedies.ts';
export { expressPushHandler, pushHandler } from './push.ts';
export type { EventConsumer, PushHandler } from './push.ts';
export { register } from './registration.ts';
export type { RegisterOptions, Registration } from './registration.ts';
export { isFinalStatus, WaitTimeoutError, type WaitOptions } from './waiting.ts';
export { FAMILIES } from './families.ts';
export type {
  Consent,
  ConsentRequest,
  Family,
  FamilyClient,
  FundsConfirmation,
  Payment,
  PaymentDetail,
  PaymentDetails,
  PaymentRequest,
  VrpClient,
} from './families.ts';
export { paymentFile } from './files.ts';
export type {
  DownloadOptions,
  FileClient,
  FileInput,
  PaymentFile,
  UploadOptions,
} from './files.ts';
export { idempotencyKeyOf } from './idempotency.ts';
export type { Operation, RequestBody, ResponseBody, Version } from './operations.ts';
export type {
  Answer,
  CallOptions,
  ConnectOptions,
  CreateOptions,
  CustomerPresent,
  ExtensionOptions,
  Registered,
  RequestRecord,
  TokenOptions,
} from './options.ts';
export type { PrivateKeyInput, SigningOptions } from './signatures.ts';
export type { Received, TlsOptions } from './transport.ts';
