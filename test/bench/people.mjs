// Accounts with an authenticator app, and sessions created with it. An admin signs in through the API with password
// and code; the rows of thousands of learners are inserted directly.
import { Agent } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { id, idText, insert } from './data.mjs';
import { send } from './measure.mjs';
import { root } from './processes.mjs';

const require = createRequire(import.meta.url);
const PASSWORD = 'three-herons-over-the-dock';

const ACCOUNT =
  'account_id, customer_id, kind, role, user_name, user_name_key, email, email_key, password_hash, password_changed_at, first_name, last_name, employee_code, employee_code_key, staff_id, locale, theme, status, created_at, updated_at, row_version';
const FACTOR =
  'second_factor_id, customer_id, account_id, status, last_step, confirmed_at, codes_made_at, expires_at, created_at';
const SESSION =
  'session_id, customer_id, account_id, staff_id, kind, role, eid, surface, authenticated_at, second_factor, password_set_at, last_seen_at, expires_at, address, user_agent, created_at';
const CUSTOMER =
  'customer_id, customer_name, customer_name_sort, mobile_one, email_primary, email_primary_key, billing_address, primary_contact_person, subscription_id, subscription_type, c_user_name, create_date, update_date, customer_status, created_at, updated_at, row_version';

/** Hashes with the product's own function and cost. */
async function hashed() {
  const { PasswordService } = require(join(root, 'dist/infrastructure/security/password.service.js'));
  return new PasswordService().hash(PASSWORD);
}
let hash;

/** The organisation's row, required for signing in. */
async function customerRow(db, customer) {
  const now = Date.now();
  const name = `Bench ${customer}`;
  const [[{ subscription_id }]] = await db.query(
    'SELECT MIN(subscription_id) AS subscription_id FROM subscription_package',
  );
  const mail = `office${customer}@bench.example`;
  const row = [customer, name, name.toLowerCase(), '9845000000', mail, mail, 'Bench Street 1', 'Ines Bench'];
  const days = ['2026-01-01', '2026-01-01'];
  await insert(db, 'customer', CUSTOMER, [
    [...row, subscription_id, 'monthly', `bench${customer}`, ...days, 'A', now, now, 1],
  ]);
}

/** @param people `{ staff_id, role, eid, factor }` each. @returns their account ids */
async function accounts(db, customer, people) {
  const now = Date.now() - 60_000;
  hash ??= await hashed();
  const ids = people.map(() => id());
  const rows = people.map(({ staff_id = null, role = 'admin', eid }, at) => {
    const name = nameOf(customer, eid);
    const mail = `${name}@bench.example`;
    const names = [name, name, mail, mail, hash, now, 'Ines', 'Bench', eid, eid.toLowerCase()];
    return [ids[at], customer, 'customer', role, ...names, staff_id, 'en', 'light', 'active', now, now, 1];
  });
  await insert(db, 'account', ACCOUNT, rows);
  const factors = ids.filter((_, at) => people[at].factor);
  await insert(
    db,
    'second_factor',
    FACTOR,
    factors.map((account) => [id(), customer, account, 'active', 1, now, now, null, now]),
  );
  return { ids, now };
}
const nameOf = (customer, eid) => `bench-${customer}-${eid}`.toLowerCase();

/** Creates accounts without a second factor for repeated sign-ins. @returns the bodies of their login requests */
export async function signers(db, customer, count) {
  const people = Array.from({ length: count }, (_, at) => ({ eid: `S-${at}`, role: 'admin' }));
  await accounts(db, customer, people);
  return people.map(({ eid }) => ({ user_name: nameOf(customer, eid), password: PASSWORD }));
}

/** Six digits of an authenticator app (RFC 6238). */
function codeOf(uri) {
  const { TOTP, URI } = require('otpauth');
  const totp = URI.parse(uri);
  return totp instanceof TOTP ? totp.generate() : '';
}

/** Creates signed-in sessions. @param product the URL of the product */
export async function signer(db, env, product, folder = root) {
  const { loadConfig } = require(join(folder, 'dist/infrastructure/config/load-config.js'));
  const { JwtService } = await import('@nestjs/jwt');
  const secret = loadConfig(env).key('session');
  const jwt = new JwtService({});
  const agent = new Agent({ keepAlive: true });
  const known = new Map();
  const headersOf = (token, customer, eid) => ({ authorization: `Bearer ${token}`, eid, oid: String(customer) });

  /** Signs in as an admin with name and password, then sets up an authenticator app. */
  async function admin(customer) {
    const eid = 'bench';
    await customerRow(db, customer);
    await accounts(db, customer, [{ eid }]);
    const call = async (path, body, headers) => {
      const answer = await send(agent, product + path, { method: 'POST', headers, body });
      const parsed = JSON.parse(answer.body.toString());
      if (answer.status > 299 || parsed.Status === false) throw new Error(`${path}: ${answer.body}`);
      return parsed;
    };
    const { data } = await call('/Customer/customer_login', { user_name: nameOf(customer, eid), password: PASSWORD });
    const headers = headersOf(data.token, customer, data.eid);
    const { uri } = await call('/api/me/second-factor/start', { current_password: PASSWORD }, headers);
    await call('/api/me/second-factor/confirm', { code: codeOf(uri) }, headers);
    return headers;
  }

  return {
    /** The request headers of an admin. */
    admin(customer) {
      if (!known.has(customer)) known.set(customer, admin(customer));
      return known.get(customer);
    },
    /** The request headers of learners. @param people `{ staff_id, eid }` each */
    async learners(customer, people) {
      const { ids, now } = await accounts(
        db,
        customer,
        people.map((each) => ({ ...each, role: 'user', factor: true })),
      );
      const sessions = people.map(() => id());
      const until = now + 10 * 3_600_000;
      const device = [until, '127.0.0.1', 'bench', now];
      await insert(
        db,
        'session',
        SESSION,
        people.map(({ staff_id, eid }, at) => [
          ...[sessions[at], customer, ids[at], staff_id, 'customer', 'user', eid, 'legacy', now, 'totp', now],
          ...[Date.now(), ...device],
        ]),
      );
      const at = Math.floor(now / 1000);
      return people.map(({ eid }, number) => {
        const claims = { sid: idText(sessions[number]), cid: customer, eid, aud: 'skilgrid', typ: 'access' };
        const token = jwt.sign({ ...claims, iat: at, nbf: at, exp: at + 36_000 }, { algorithm: 'HS256', secret });
        return headersOf(token, customer, eid);
      });
    },
  };
}
