import { Layout } from '../../components/layout.tsx';

/** Error pages without an interaction, by reason. They cannot link back to the TPP. */
export const LOST = {
  over: {
    status: 410,
    title: 'This visit is over',
    message:
      'It was finished already, has expired, or belongs to another browser. To approve something, ' +
      'begin again at the provider that sent you here.',
  },
  foreign: {
    status: 403,
    title: 'This did not come from our pages',
    message: 'For your safety we did nothing. Begin again at the provider that sent you here.',
  },
  unknown: {
    status: 404,
    title: 'There is no such page',
    message: 'Check the address, or begin again at the provider that sent you here.',
  },
  trouble: {
    status: 503,
    title: 'Something went wrong here',
    message: 'Nothing was approved by this. Wait a moment, then load the page again.',
  },
} as const;

export function LostPage(properties: {
  readonly bankName: string;
  readonly why: keyof typeof LOST;
}) {
  const { title, message } = LOST[properties.why];
  return (
    <Layout bankName={properties.bankName} title={title}>
      <p>{message}</p>
    </Layout>
  );
}
