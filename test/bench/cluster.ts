// The multi-machine setup, simulated on this machine with Debian packages (mariadb-server, rsync, haproxy,
// redis-server, swift-*, memcached):
// npm run cluster                      until Ctrl+C
// npm run cluster -- --drill 10        ten minutes of load in which each kind of part is killed in turn; then prints
// the figures
import 'reflect-metadata';
import { MailSink } from '../support/mail-sink';
import { ProductCluster } from '../support/product-cluster';
import { Drill } from './drill';

async function main(): Promise<void> {
  const index = process.argv.indexOf('--drill');
  const minutes = index < 0 ? 0 : Number(process.argv[index + 1] ?? 10);
  const sink = new MailSink();
  const mailPort = await sink.open();
  console.log('Starting three database nodes, Redis, object storage, HAProxy, two web and two worker processes …');
  const productCluster = await ProductCluster.start({
    MAIL_URL: `smtp://127.0.0.1:${mailPort}`,
    ...(minutes === 0 && { SEED_DEMO: 'on' }),
  });
  try {
    if (minutes > 0) {
      const figures = await new Drill(productCluster, sink).run(minutes * 60_000);
      console.log(JSON.stringify(figures, null, 2));
      process.exitCode = figures.faults.length ? 1 : 0;
    } else {
      console.log(`Skilgrid at ${productCluster.url}. Ctrl+C ends it.`);
      await new Promise<void>((end) => process.once('SIGINT', end).once('SIGTERM', end));
    }
  } finally {
    await productCluster.stop();
    await sink.close();
  }
}

void main().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
