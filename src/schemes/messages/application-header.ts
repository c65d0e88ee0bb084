import type { MessageHeader } from '../../domain/schemes/messages.ts';
import { element } from '../../shared/xml.ts';

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:head.001.001.02';

/** The sender and the receiver of a message, each as a FinInstnId, and its type. */
interface HeaderFacts {
  readonly from: string;
  readonly to: string;
  /** The type of the message, for example `pacs.008.001.08`. */
  readonly messageType: string;
  readonly businessService: string | null;
  /** Time of creation, as in the group header. */
  readonly createdAt: string;
}

/** Returns the business application header of a message (AppHdr, head.001.001.02). */
export function applicationHeader({ id }: Pick<MessageHeader, 'id'>, facts: HeaderFacts): string {
  const { from, to, messageType, businessService, createdAt } = facts;
  return (
    `<AppHdr xmlns="${NAMESPACE}">` +
    element('Fr', element('FIId', from)) +
    element('To', element('FIId', to)) +
    element('BizMsgIdr', id) +
    element('MsgDefIdr', messageType) +
    element('BizSvc', businessService ?? '') +
    element('CreDt', createdAt) +
    '</AppHdr>'
  );
}
