import { randomBytes } from 'node:crypto';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../app.module';
import { isEmailAddress } from '../common/email-address';
import { loadConfig } from '../infrastructure/config/load-config';
import { StartupError } from '../infrastructure/config/startup-error';
import { TransactionManager } from '../infrastructure/database/transaction-manager';
import { AccountsService } from '../modules/identity/accounts.service';
import { commandWithArguments } from './cli';

const USAGE = 'Usage: npm run platform:account -- EMAIL "FIRST NAME" "LAST NAME"';

/**
 * Creates an account of platform staff without a password (docs/operations.md). The mailbox chooses one by the link that
 * "Forgot password" sends, so no password is in the shell history.
 */
commandWithArguments(async ({ args }) => {
  const [email = '', first_name = '', last_name = '', ...extraArguments] = args.map((argument) => argument.trim());
  if (!first_name || !last_name || extraArguments.length) throw new StartupError(USAGE);
  if (!isEmailAddress(email)) throw new StartupError(`"${email}" is not a valid e-mail address. ${USAGE}`);
  if (first_name.length > 100 || last_name.length > 200)
    throw new StartupError('The first name has at most 100 characters, the last name at most 200.');

  const config = loadConfig({ ...process.env, SEED_DEMO: 'off', LOG_LEVEL: 'error' });
  const app = await NestFactory.createApplicationContext(AppModule.forRoot(config), { logger: false });
  try {
    const accounts = app.get(AccountsService);
    await app.get(TransactionManager).run(async () => {
      if ((await accounts.hasEmail(email)) || (await accounts.hasUserName(email)))
        throw new StartupError(`An account with the e-mail address ${email} exists already.`);
      await accounts.create({
        customer_id: 0,
        kind: 'platform',
        role: 'platform',
        user_name: email,
        email,
        password_hash: null,
        first_name,
        last_name,
        employee_code: `PLATFORM-${randomBytes(4).toString('hex').toUpperCase()}`,
        staff_id: null,
      });
    });
    return `Platform account ${email} created. Enter this address at ${config.publicUrl}/forgot to receive the link that sets its password.`;
  } finally {
    await app.close();
  }
});
