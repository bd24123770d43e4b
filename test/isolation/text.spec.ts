import { webAddressOf } from '../../src/contract/web-address';
import { isEmailAddress } from '../../src/platform/email-address';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { given, registrationForm } from '../support/given';
import { operationsOf, sampleOf, type Operation } from '../support/openapi';
import { imports } from '../support/imports';
import type { Headers } from '../support/organisation';
import { openPlant, type Plant } from '../support/plant';
import { rawCall } from '../support/raw';
import { openWorld } from '../support/world';

/** contract.md, Integrity, Text. */
describe('text', () => {
  let running: RunningApp;
  let plant: Plant;
  beforeAll(async () => {
    running = await startApp();
    plant = await openPlant(running);
  });
  afterAll(() => running.close());

  it('with NUL is refused by every operation that takes text, in every field, and in every address', async () => {
    const { learner, ids } = await openWorld(running, plant);
    const platform = (await given(running).platformStaff()).headers;
    const wrong: string[] = [];
    const pathOf = ({ path }: Operation) =>
      path.replaceAll(/\{\w+\}/g, ids[path.slice(0, path.indexOf('/{'))] ?? '018f0000-0000-7000-8000-0000000000ff');
    for (const operation of await operationsOf(running)) {
      const { method, body, media } = operation;
      const address = await api(running, plant.admin).call(method, `${pathOf(operation)}?q=a%00b`);
      if (address.status !== 400) wrong.push(`${method} ${operation.path}?q=%00: ${address.status}`);
      if (!body?.properties || media !== 'application/json') continue;
      const fitting = sampleOf(body) as Record<string, unknown>;
      for (const [name, { type }] of Object.entries(body.properties)) {
        if (type !== undefined && type !== 'string') continue;
        const text = typeof fitting[name] === 'string' ? `${fitting[name]}\0x` : 'a\0b';
        let status = 403;
        let answer: { Status?: boolean } | null = null;
        for (const who of operation.open ? [{}] : [plant.admin, learner, platform]) {
          ({ status, body: answer } = await api(running, who).call(method, pathOf(operation), {
            ...fitting,
            [name]: text,
          }));
          if (status !== 403) break;
        }
        const passedOver = method === 'PATCH' && (name === 'id' || name.endsWith('_at'));
        const refused = (status >= 400 && status < 500) || answer?.Status === false;
        if (!refused && !passedOver) wrong.push(`${method} ${operation.path} ${name}: ${status}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('of a user name with NUL behind it signs nobody in', async () => {
    const { user_name, password, email } = await given(running).organisation();
    for (const name of [user_name, email]) {
      for (const path of ['/users/authenticate', '/Customer/customer_login', '/api/auth/login']) {
        for (const sent of [`${name}\0`, `${name}\0x`]) {
          const reply = await api(running).post(path, { user_name: sent, password });
          expect([path, reply.status >= 400 && reply.status < 500]).toEqual([path, true]);
          expect(JSON.stringify(reply.body)).not.toContain('token":');
        }
        const cut = await api(running).post(path, { user_name: name, password: `${password}\0` });
        expect(cut.status).toBeGreaterThanOrEqual(400);
      }
    }
  });

  const IN_NO_LINE = ['\n', '\r', '\t', '\u0007', '\u0085', '\u009b', '\u2028', '\u2029', '\u202e', '\u202a', '\u2067'];

  it('on one line holds no control character, line break or bidirectional override, and several lines hold their breaks', async () => {
    const person = { staff_code: 'L1', last_name: 'Rao', joined: '2024-01-01' };
    for (const mark of IN_NO_LINE) {
      const reply = await plant.api.post('/api/staff', { ...person, first_name: `As${mark}ha` });
      expect([mark, reply.status, Object.keys(reply.body.errors)]).toEqual([mark, 422, ['first_name']]);
    }
    // Marks of direction belong to right-to-left writing, joiners to Persian and to emoji.
    const names = ['سارة\u200f', 'می\u200cخواهم', 'José', '李明'];
    for (const [at, first_name] of names.entries()) {
      const made = await plant.api.post('/api/staff', { ...person, staff_code: `L${at}-1`, first_name });
      expect([made.status, made.body.first_name]).toEqual([201, first_name]);
    }
    const { skill_id } = await plant.skill({ description: 'One\nTwo' });
    expect((await plant.api.get(`/api/skills/${skill_id}`)).body.description).toBe('One\nTwo');
    const { staff_id } = await plant.staff();
    const revoked = await plant.api.post('/api/revocations', {
      ...{ staff_id, skill_id, from_date: '2025-01-01' },
      reason: 'Near miss\nSeen by two',
    });
    expect([revoked.status, revoked.body.reason]).toEqual([201, 'Near miss\nSeen by two']);
  });

  it('in several lines holds no C1 control character either, in records, forms of one purpose and files', async () => {
    const { skill_id } = await plant.skill();
    const { staff_id } = await plant.staff();
    const person = { staff_id, skill_id };
    for (const mark of ['\u0080', '\u0085', '\u009b', '\u009f', '\u007f', '\u001b']) {
      const text = `One${mark}two\nThree`;
      const sent: [method: 'POST' | 'PATCH', path: string, body: object, field: string][] = [
        ['PATCH', `/api/skills/${skill_id}`, { description: text }, 'description'],
        ['POST', '/api/revocations', { ...person, from_date: '2025-01-01', reason: text }, 'reason'],
        ['PATCH', '/api/settings/certificates', { text }, 'text'],
        ['PATCH', '/api/settings/certificates', { signature_name: text }, 'signature_name'],
        ['POST', '/api/questions', { kind: 'fill_in', text, options: [{ text: 'A' }] }, 'text'],
        ['POST', '/api/questions', { kind: 'fill_in', text: 'Q', options: [{ text }] }, 'options.0.text'],
      ];
      for (const [method, path, body, field] of sent) {
        const reply = await plant.api.call(method, path, body);
        expect([mark, path, reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([mark, path, 422, [field]]);
      }
      const wire = await plant.api.post(`/CustomerMaster/UpdateCustomer/${plant.customer_id}`, {
        ...(await plant.api.get(`/api/customers/${plant.customer_id}`)).body,
        billing_address: text,
      });
      expect(wire.body).toMatchObject({ Status: false });
    }
    const told = await imports(running, plant.admin).checked(
      'skills',
      'Skill code;Name;Description\nW-1;Welding;a\u0085b\n',
    );
    expect(told.counts).toMatchObject({ create: 0, error: 1 });
    const [row] = (await imports(running, plant.admin).rows(told.import_id, 'error')) as any[];
    expect(row).toMatchObject({ reasons: [{ field: 'description', code: 'control_characters' }] });
    const kept = await plant.api.patch('/api/settings/certificates', { text: 'Tab\there\r\nand a line' });
    expect([kept.status, kept.body.text]).toEqual([200, 'Tab\there\r\nand a line']);
  });

  it('that people register and sign in with stands on one line too, but an address may not', async () => {
    const { admin } = await given(running).organisation();
    const own = api(running, admin);
    expect((await own.post('/api/me/sign-in-change', { user_name: 'ann\u202exe' })).status).toBe(422);
    expect((await own.post('/api/api-keys', { name: 'HR\nsystem', scopes: ['staff:read'] })).status).toBe(422);
    const form = registrationForm(1, { customer_name: 'Nord\nwerk', billing_address: 'Werftstrasse 4\n20457 Hamburg' });
    const refused = await api(running).post('/api/auth/register', { ...form, registration_token: 'x' });
    expect(Object.keys(refused.body.errors)).toEqual(['customer_name']);
  });

  it.each<[string, string | null]>([
    ['https://nordwerk.example.org', 'https://nordwerk.example.org'],
    ['HTTP://Nordwerk.example.org/a?b#c', 'HTTP://Nordwerk.example.org/a?b#c'],
    ['nordwerk.example.org', 'https://nordwerk.example.org'],
    [' www.nordwerk.example.org/shop ', 'https://www.nordwerk.example.org/shop'],
    ['//cdn.example.org/a.mp4', 'https://cdn.example.org/a.mp4'],
    ['nordwerk.example.org:8443/x', 'https://nordwerk.example.org:8443/x'],
    ['nordwerk.example.org:443/x', 'https://nordwerk.example.org:443/x'],
    ['http://localhost:3000/a', 'http://localhost:3000/a'],
    ['müller.example.org', 'https://müller.example.org'],
    ['javascript:alert(1)', null],
    ['JavaScript:alert(1)//example.org', null],
    ['javascript://example.org/%0aalert(1)', null],
    ['data:text/html,<script>alert(1)</script>', null],
    ['vbscript:x', null],
    ['file:///etc/passwd', null],
    ['ftp://example.org', null],
    ['mailto:ann@example.org', null],
    ['tel:112', null],
    ['n/a', null],
    ['none', null],
    ['https://', null],
    ['java\nscript:alert(1)', null],
    ['\\\\server\\share', null],
  ])('the web address %j is kept as %j', (typed, kept) => {
    expect(webAddressOf(typed)).toBe(kept);
  });

  it('of a web address is http or https in every field that holds one, by both surfaces', async () => {
    const { admin, customer_id } = await given(running).organisation();
    const own = api(running, admin);
    const { body: row } = await own.get(`/api/customers/${customer_id}`);
    for (const website of ['javascript:alert(1)', 'ftp://example.org', 'n/a']) {
      expect((await own.patch(`/api/customers/${customer_id}`, { website })).status).toBe(422);
      const form = { ...row, customer_id, website };
      const wire = await own.post(`/CustomerMaster/UpdateCustomer/${customer_id}`, form);
      expect([website, wire.body.Status]).toEqual([website, false]);
    }
    const wire = await own.post(`/CustomerMaster/UpdateCustomer/${customer_id}`, { ...row, website: 'nord.example' });
    expect(wire.body).toMatchObject({ Status: true });
    expect((await own.get(`/api/customers/${customer_id}`)).body.website).toBe('https://nord.example');
    expect(
      (await plant.api.post('/api/trainings', { code: 'W1', title: 'W', source_url: 'javascript:1' })).status,
    ).toBe(422);
    const made = await plant.api.post('/api/trainings', {
      code: 'W2',
      title: 'W',
      source_url: 'media.example.org/a.mp4',
    });
    expect([made.status, made.body.source_url]).toEqual([201, 'https://media.example.org/a.mp4']);
  });

  it('of an e-mail has no quoted part, so that a mailbox has one name', async () => {
    for (const email of ['"ann"@example.org', '"a\r\n"@example.org', '"a b"@example.org', 'ann\u0000@example.org'])
      expect([email, isEmailAddress(email)]).toEqual([email, false]);
    expect(isEmailAddress("ann.o'neill+lms@example.org")).toBe(true);
    const asked = await api(running).post('/api/auth/email-challenges', { email: '"ann"@example.org' });
    expect(asked.status).toBe(422);
    const wire = await api(running).get(`/Common/send_otp?to_email=${encodeURIComponent('"ann"@example.org')}`);
    expect(wire.body).toMatchObject({ Status: false });
  });

  it('null for a preference is refused, and the preference stays', async () => {
    const { admin } = await given(running).organisation();
    const own = api(running, admin);
    for (const name of ['locale', 'theme']) {
      const refused = await own.patch('/api/me', { [name]: null });
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [name]]);
    }
    expect((await own.get('/api/me')).body).toMatchObject({ locale: 'en' });
  });

  it('of a header that may stand once is refused when it comes twice', async () => {
    const { admin } = await given(running).organisation({ name: 'Twice' });
    const call = (headers: Headers, more: string) =>
      rawCall(
        running,
        `GET /api/staff HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${Object.entries(headers)
          .map(([name, value]) => `${name}: ${value}\r\n`)
          .join('')}${more}\r\n`,
      );
    expect(await call(admin, '')).toMatch(/^HTTP\/1.1 200 /);
    const { authorization } = admin;
    for (const twice of [
      `Authorization: ${authorization}\r\n`,
      'Authorization: Bearer other\r\n',
      'User-Agent: a\r\nUser-Agent: b\r\n',
      'X-Api-Key: a\r\nX-Api-Key: b\r\n',
    ]) {
      const answer = await call(admin, twice);
      expect([twice, answer.slice(0, 12)]).toEqual([twice, 'HTTP/1.1 400']);
      expect(answer).toContain('malformed_request');
    }
  });
});

describe('an empty window', () => {
  it('is an empty list or the whole, never a fault, on every list and report', async () => {
    const running = await startApp();
    try {
      const { plant, ids } = await openWorld(running);
      const skill_id = ids['/api/skills'];
      const staff_id = ids['/api/staff'];
      const wrong: string[] = [];
      for (const { method, path } of await operationsOf(running)) {
        if (method !== 'GET' || path.includes('{') || !path.startsWith('/api/')) continue;
        for (const part of [
          '_end=0',
          '_start=5&_end=5',
          'skill_start=3&skill_end=3&_end=0',
          '_start=900000&_end=900001',
        ]) {
          for (const whom of [
            '',
            `&staff_id=${staff_id}`,
            `&skill_id=${skill_id}`,
            `&staff_id=${staff_id}&skill_id=${skill_id}`,
          ]) {
            const { status } = await plant.api.get(`${path}?${part}${whom}`);
            if (status >= 500) wrong.push(`${path}?${part}${whom}: ${status}`);
          }
        }
      }
      expect(wrong).toEqual([]);
    } finally {
      await running.close();
    }
  });
});
