import { userText } from '../domain/messages/rich-text.ts';
import { Row, UserText } from '../web/components/user-text.tsx';

interface LinkedRowProperties {
  readonly label: string;
  readonly text: string;
  /** Null if the record has no page. */
  readonly href: string | null;
}

/** A row with a link to the page about another record. */
export function LinkedRow({ label, text, href }: LinkedRowProperties) {
  if (href === null) return <Row label={label} value={userText(text)} />;
  return (
    <div class="row">
      <dt>{label}</dt>
      <dd>
        <a href={href}>
          <UserText text={userText(text)} />
        </a>
      </dd>
    </div>
  );
}
