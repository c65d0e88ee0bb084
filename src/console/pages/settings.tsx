import { userText } from '../../domain/messages/rich-text.ts';
import type { SettingInForce } from '../../domain/records/service-report.ts';
import type { PageBody } from '../../web/components/layout.tsx';
import { Row, UserText } from '../../web/components/user-text.tsx';
import type { OperatorRequest } from '../console-context.ts';
import { ConsolePage } from '../page.tsx';

/** Renders the version of the service and its settings in force. Secrets are not shown. */
export function showSettings(request: OperatorRequest): Promise<PageBody> {
  const report = request.parts.serviceReport();
  const { version, nodeVersion, node, profile, store, files, settings } = report;
  return Promise.resolve(
    <ConsolePage request={request} title="Settings">
      <section aria-labelledby="service">
        <h2 id="service">Service</h2>
        <dl>
          <Row label="Version" value={version} />
          <Row label="Node.js" value={nodeVersion} />
          <Row label="Node" value={userText(node)} />
          <Row label="Profile" value={profile} />
          <Row label="Database" value={store} />
          <Row label="Payment files" value={files} />
        </dl>
      </section>
      <p>
        The settings of this node since its start. To change one, change its environment variable
        and restart the service. The manual describes them in docs/reference/settings.md.
      </p>
      <Settings id="limits" title="Limits" settings={settings.filter((one) => one.isLimit)} />
      <Settings
        id="others"
        title="Other settings"
        settings={settings.filter((one) => !one.isLimit)}
      />
    </ConsolePage>,
  );
}

const SOURCES: Readonly<Record<SettingInForce['source'], string>> = {
  environment: 'Set in the environment',
  default: 'Default',
  profile: 'Default, which depends on the profile',
};

interface SettingsProperties {
  readonly id: string;
  readonly title: string;
  readonly settings: readonly SettingInForce[];
}

function Settings({ id, title, settings }: SettingsProperties) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <dl>
        {settings.map(({ variable, value, isSecret, source, meaning }) => (
          <div class="row">
            <dt>{variable}</dt>
            <dd>
              <UserText text={isSecret ? 'Set. It is not shown.' : userText(value ?? 'Not set')} />
              <span class="hint">{`${SOURCES[source]}: ${meaning}`}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
