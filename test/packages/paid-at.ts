import { isPaid, payFile } from './paid.ts';

// Runs in the network namespace of a container, whose internal listener only the container reaches:
//
//   node paid-at.ts <origin> [<payment id>]
//
// Prints the id of a new payment, or whether the payment of the given id is executed.
const [origin = '', paymentId] = process.argv.slice(2);
const result = paymentId === undefined ? await payFile(origin) : await isPaid(origin, paymentId);
process.stdout.write(`${String(result)}\n`);
