import { PaymentFiles, TWO_MB } from '../helpers/payment-file.ts';
import { Tpp } from '../helpers/tpp.ts';

/** Uploads 2 MB files one after another until it is stopped. Then reports the number of files. */
const tpp = await Tpp.signIn(process.env['BENCH_ORIGIN'] ?? '', { connections: 1 });
const files = new PaymentFiles({ maxBytes: TWO_MB }, 'ascii');
const state = { toStop: false };
process.on('message', () => {
  state.toStop = true;
});

await uploadOne();
process.send?.('ready');
let uploads = 0;
for (; !state.toStop; uploads += 1) await uploadOne();
process.send?.({ uploads });
process.disconnect();
tpp.close();

async function uploadOne(): Promise<void> {
  const file = files.next();
  await tpp.upload(await tpp.consentFor(file), file);
}
