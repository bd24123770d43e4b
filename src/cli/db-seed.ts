import { AppModule } from '../app.module';
import { loadConfig } from '../infrastructure/config/load-config';
import { StartupError } from '../infrastructure/config/startup-error';
import { createServer } from '../infrastructure/http/server';
import { commandWithArguments } from './cli';

/** `npm run db:seed`: adds the demo to a database without customers, without listening. Safe to repeat. */
commandWithArguments(async ({ args }) => {
  if (args.length) throw new StartupError('npm run db:seed takes no arguments.');
  const config = loadConfig({ ...process.env, SEED_DEMO: 'on' });
  const app = await createServer(AppModule.forRoot(config), config);
  await app.init();
  await app.close();
  return 'The database has customers; the demo was added if there were none.';
});
