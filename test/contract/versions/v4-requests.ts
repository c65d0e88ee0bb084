import { expectStatus, idIn, tokenIn, type Members } from '../../../test-client/answer.ts';
import type { Options, Reply, Tpp } from '../../helpers/tpp.ts';
import { routesOf } from '../../../src/api/routes.ts';
import { V4_0 } from '../../../src/versions/v4.0/index.ts';
import { VRP_FORM } from '../../../src/versions/v4.0/vrps.ts';
import type { Exchange } from '../api/exchanges.ts';
import { CLARA, WEDNESDAY } from '../families/family-case.ts';
import { caseOf } from '../families/family-cases.ts';

const BASE = '/open-banking/v4.0/pisp';

const CREDITOR = {
  SchemeName: 'UK.OBIE.SortCodeAccountNumber',
  Identification: '08080021325698',
  Name: 'ACME Inc',
};

/** The Initiation of a domestic payment that uses every field of v4.0. */
export const DOMESTIC: Members = {
  InstructionIdentification: 'ACME412',
  EndToEndIdentification: 'FRESCO.21302.GFX.20',
  LocalInstrument: 'UK.OBIE.FPS',
  InstructedAmount: { Amount: '165.88', Currency: 'GBP' },
  CreditorAgent: { SchemeName: 'UK.OBIE.BICFI', Identification: 'NWBKGB2L', Name: 'A Bank' },
  CreditorAccount: { ...CREDITOR, Proxy: { Identification: '+441234012385', Code: 'TELE' } },
  CreditorPostalAddress: { AddressType: 'BIZZ', BuildingName: 'Tower', TownName: 'London' },
  UltimateCreditor: { Name: 'Landlord Ltd', LEI: '8200007YHFDMEODY1965' },
  UltimateDebtor: { Name: 'Tenant & Sons', Identification: '2-3' },
  RegulatoryReporting: [
    {
      DebitCreditReportingIndicator: 'CRED',
      Authority: { Name: 'HMRC', CountryCode: 'GB' },
      Details: [{ Type: 'T', Country: 'GB', Amount: { Amount: '1.10', Currency: 'GBP' } }],
    },
  ],
  RemittanceInformation: {
    Unstructured: ['Internal ops', 'code 5120101'],
    Structured: [
      {
        CreditorReferenceInformation: { Code: 'SCOR', Issuer: 'ACME', Reference: 'FRESCO-101' },
        ReferredDocumentInformation: [{ Code: 'CINV', Number: '12' }],
        ReferredDocumentAmount: '165.880',
      },
    ],
  },
  SupplementaryData: { open: { number: 1.1, text: 'é' } },
};

/** The Initiation of a scheduled payment that uses every field of v4.0. */
export const SCHEDULED: Members = {
  ...DOMESTIC,
  CreditorAgent: undefined,
  RequestedExecutionDateTime: WEDNESDAY,
};

export const RISK: Members = {
  PaymentContextCode: 'TransferToThirdParty',
  ContractPresentIndicator: true,
  BeneficiaryPrepopulatedIndicator: false,
  PaymentPurposeCode: 'RENT',
  CategoryPurposeCode: 'SUPP',
  BeneficiaryAccountType: 'Business',
  DeliveryAddress: { AddressLine: ['Flat 7'], PostCode: 'N1 9GU' },
};

/** Returns the faults of a refusal as `code path`. */
export function v4Faults({ json }: Pick<Reply, 'json'>): readonly string[] {
  const errors = (json?.['Errors'] ?? []) as { ErrorCode: string; Path?: string }[];
  return errors.map(({ ErrorCode, Path = '' }) => `${ErrorCode} ${Path}`.trim());
}

/** A request to one family in v4.0. */
export interface Request {
  readonly family: string;
  readonly initiation: Members;
  /** Further fields of `Data` in the consent. */
  readonly data?: Members;
  /** Further fields of `Data` in the payment. */
  readonly payment?: Members;
  /** Null if the family has no `Risk`. */
  readonly risk?: Members | null;
}

/** Sends the requests of a TPP to v4.0. */
export class V4Client {
  readonly #tpp: Tpp;
  /** The responses to all requests that reached a route of v4.0. */
  readonly exchanges: Exchange[] = [];

  constructor(tpp: Tpp) {
    this.#tpp = tpp;
  }

  async call(method: string, path: string, options: Options = {}): Promise<Reply> {
    const reply = await this.#tpp.call(method, `${BASE}${path}`, options);
    const route = routesOf(V4_0).find((each) => {
      const pattern = new RegExp(`^${each.path.replace('{id}', '[^/]+')}$`);
      return each.operation.method === method && pattern.test(path);
    });
    if (route !== undefined) this.exchanges.push({ route, reply });
    return reply;
  }

  register(request: Request, risk = riskOf(request)): Promise<Reply> {
    const { family, initiation, data = {} } = request;
    const Data = { ...data, Initiation: initiation };
    return this.call('POST', `/${consentsOf(family)}`, {
      body: JSON.stringify({ Data, Risk: risk ?? undefined }),
    });
  }

  readConsent(family: string, consentId: string): Promise<Reply> {
    return this.call('GET', `/${consentsOf(family)}/${consentId}`);
  }

  submit(
    request: Request,
    consentId: string,
    token: string,
    risk = riskOf(request),
  ): Promise<Reply> {
    const { family, initiation, payment = {} } = request;
    const Data = { ConsentId: consentId, ...payment, Initiation: initiation };
    const body = JSON.stringify({ Data, Risk: risk ?? undefined });
    return this.call('POST', `/${family}`, { token, body });
  }

  /** Lets a customer approve a consent. Returns the token of the approval. */
  async approve(consentId: string, customer = CLARA): Promise<{ token: string }> {
    return { token: tokenIn(expectStatus(await this.#tpp.decide(consentId, customer), 200)) };
  }

  /** Creates a consent, and lets the customer approve it. Returns its id and the token. */
  async approved(request: Request): Promise<{ consentId: string; token: string }> {
    const consentId = idIn(expectStatus(await this.register(request), 201), 'ConsentId');
    return { consentId, ...(await this.approve(consentId)) };
  }
}

function riskOf({ risk = RISK }: Request): Members | null {
  return risk;
}

function consentsOf(family: string): string {
  return family.replace(/s$/, '-consents');
}

/** Returns the requests of the test case of VRPs in the form of v4.0. */
export function vrpRequest(): Request {
  const { initiation, consentData, paymentData } = caseOf('domestic-vrps');
  const { Data } = VRP_FORM.fromStored({ Data: { ...paymentData, Initiation: initiation } });
  const { Initiation, ...payment } = Data as Members & { Initiation: Members };
  return {
    family: 'domestic-vrps',
    initiation: Initiation,
    data: consentData,
    payment: { ...payment, VRPType: 'UK.OBIE.VRPType.Sweeping' },
  };
}

const COMMERCIAL_RISK: Members = {
  ...RISK,
  MerchantCategoryCode: '4900',
  MerchantCustomerIdentification: 'C-12',
};

/** Returns the requests of a commercial VRP, with the `Risk` that it requires. */
export function commercialRequest(type = 'UK.OBIE.VRPType.CVRP1') {
  const { data = {}, payment, ...request } = vrpRequest();
  const parameters = data['ControlParameters'] as Members;
  const ControlParameters = {
    ...parameters,
    VRPType: [type],
    PSUInteractionTypes: ['InSession', 'OffSession'],
  };
  return {
    ...request,
    data: { ...data, ControlParameters },
    payment: { ...payment, VRPType: type, PSUInteractionType: 'OffSession' },
    risk: COMMERCIAL_RISK,
  };
}
