import { normalizeWebAddress } from '../../src/contract/web-address';
import { isEmailAddress } from '../../src/common/email-address';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { fixtures, registrationForm } from '../support/fixtures';
import { operationsOf, sampleOf, type Operation } from '../support/openapi';
import { importClient } from '../support/imports';
import type { Headers } from '../support/organisation';
import { openPlant, type Plant } from '../support/plant';
import { sendRawRequest } from '../support/raw-request';
import { createFullOrganisation } from '../support/full-organisation';

describe('text', () => {
  let running: RunningApp;
  let plant: Plant;
  beforeAll(async () => {
    running = await startApp();
    plant = await openPlant(running);
  });
  afterAll(() => running.close());

  it('with NUL is refused in every text field and in every URL', async () => {
    const { learner, ids } = await createFullOrganisation(running, plant);
    const platform = (await fixtures(running).platformStaff()).headers;
    const faults: string[] = [];
    const pathOf = ({ path }: Operation) =>
      path.replaceAll(/\{\w+\}/g, ids[path.slice(0, path.indexOf('/{'))] ?? '018f0000-0000-7000-8000-0000000000ff');
    for (const operation of await operationsOf(running)) {
      const { method, body, media } = operation;
      const address = await api(running, plant.admin).call(method, `${pathOf(operation)}?q=a%00b`);
      if (address.status !== 400) faults.push(`${method} ${operation.path}?q=%00: ${address.status}`);
      if (!body?.properties || media !== 'application/json') continue;
      const sample = sampleOf(body) as Record<string, unknown>;
      for (const [name, { type }] of Object.entries(body.properties)) {
        if (type !== undefined && type !== 'string') continue;
        const text = typeof sample[name] === 'string' ? `${sample[name]}\0x` : 'a\0b';
        let status = 403;
        let answer: { Status?: boolean } | null = null;
        for (const who of operation.open ? [{}] : [plant.admin, learner, platform]) {
          ({ status, body: answer } = await api(running, who).call(method, pathOf(operation), {
            ...sample,
            [name]: text,
          }));
          if (status !== 403) break;
        }
        const isIgnored = method === 'PATCH' && (name === 'id' || name.endsWith('_at'));
        const refused = (status >= 400 && status < 500) || answer?.Status === false;
        if (!refused && !isIgnored) faults.push(`${method} ${operation.path} ${name}: ${status}`);
      }
    }
    expect(faults).toEqual([]);
  });

  it('of a user name followed by NUL does not sign in', async () => {
    const { user_name, password, email } = await fixtures(running).organisation();
    for (const name of [user_name, email]) {
      for (const path of ['/users/authenticate', '/Customer/customer_login', '/api/auth/login']) {
        for (const invalidName of [`${name}\0`, `${name}\0x`]) {
          const reply = await api(running).post(path, { user_name: invalidName, password });
          expect([path, reply.status >= 400 && reply.status < 500]).toEqual([path, true]);
          expect(JSON.stringify(reply.body)).not.toContain('token":');
        }
        const passwordReply = await api(running).post(path, { user_name: name, password: `${password}\0` });
        expect(passwordReply.status).toBeGreaterThanOrEqual(400);
      }
    }
  });

  const FORBIDDEN_IN_LINE = [
    '\n',
    '\r',
    '\t',
    '\u0007',
    '\u0085',
    '\u009b',
    '\u2028',
    '\u2029',
    '\u202e',
    '\u202a',
    '\u2067',
  ];

  it('on one line has no control character, break or bidi override; multi-line text keeps its breaks', async () => {
    const person = { staff_code: 'L1', last_name: 'Rao', joined: '2024-01-01' };
    for (const mark of FORBIDDEN_IN_LINE) {
      const reply = await plant.api.post('/api/staff', { ...person, first_name: `As${mark}ha` });
      expect([mark, reply.status, Object.keys(reply.body.errors)]).toEqual([mark, 422, ['first_name']]);
    }
    // Direction marks are part of right-to-left text, joiners of Persian and emoji.
    const names = ['سارة\u200f', 'می\u200cخواهم', 'José', '李明'];
    for (const [at, first_name] of names.entries()) {
      const reply = await plant.api.post('/api/staff', { ...person, staff_code: `L${at}-1`, first_name });
      expect([reply.status, reply.body.first_name]).toEqual([201, first_name]);
    }
    const { skill_id } = await plant.createSkill({ description: 'One\nTwo' });
    expect((await plant.api.get(`/api/skills/${skill_id}`)).body.description).toBe('One\nTwo');
    const { staff_id } = await plant.createStaff();
    const revocation = await plant.api.post('/api/revocations', {
      staff_id,
      skill_id,
      from_date: '2025-01-01',
      reason: 'Near miss\nSeen by two',
    });
    expect([revocation.status, revocation.body.reason]).toEqual([201, 'Near miss\nSeen by two']);
  });

  it('in several lines has no C1 control character either, in records, commands and files', async () => {
    const { skill_id } = await plant.createSkill();
    const { staff_id } = await plant.createStaff();
    const person = { staff_id, skill_id };
    for (const mark of ['\u0080', '\u0085', '\u009b', '\u009f', '\u007f', '\u001b']) {
      const text = `One${mark}two\nThree`;
      const invalidName: [method: 'POST' | 'PATCH', path: string, body: object, field: string][] = [
        ['PATCH', `/api/skills/${skill_id}`, { description: text }, 'description'],
        ['POST', '/api/revocations', { ...person, from_date: '2025-01-01', reason: text }, 'reason'],
        ['PATCH', '/api/settings/certificates', { text }, 'text'],
        ['PATCH', '/api/settings/certificates', { signature_name: text }, 'signature_name'],
        ['POST', '/api/questions', { kind: 'fill_in', text, options: [{ text: 'A' }] }, 'text'],
        ['POST', '/api/questions', { kind: 'fill_in', text: 'Q', options: [{ text }] }, 'options.0.text'],
      ];
      for (const [method, path, body, field] of invalidName) {
        const reply = await plant.api.call(method, path, body);
        expect([mark, path, reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([mark, path, 422, [field]]);
      }
      const legacyReply = await plant.api.post(`/CustomerMaster/UpdateCustomer/${plant.customer_id}`, {
        ...(await plant.api.get(`/api/customers/${plant.customer_id}`)).body,
        billing_address: text,
      });
      expect(legacyReply.body).toMatchObject({ Status: false });
    }
    const checkReport = await importClient(running, plant.admin).sendAndCheck(
      'skills',
      'Skill code;Name;Description\nW-1;Welding;a\u0085b\n',
    );
    expect(checkReport.counts).toMatchObject({ create: 0, error: 1 });
    const [row] = (await importClient(running, plant.admin).rows(checkReport.import_id, 'error')) as any[];
    expect(row).toMatchObject({ reasons: [{ field: 'description', code: 'control_characters' }] });
    const updated = await plant.api.patch('/api/settings/certificates', { text: 'Tab\there\r\nand a line' });
    expect([updated.status, updated.body.text]).toEqual([200, 'Tab\there\r\nand a line']);
  });

  it('for registration and sign-in is single-line too, except an address', async () => {
    const { admin } = await fixtures(running).organisation();
    const session = api(running, admin);
    expect((await session.post('/api/me/sign-in-change', { user_name: 'ann\u202exe' })).status).toBe(422);
    expect((await session.post('/api/api-keys', { name: 'HR\nsystem', scopes: ['staff:read'] })).status).toBe(422);
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
  ])('the web address %j is stored as %j', (typed, updated) => {
    expect(normalizeWebAddress(typed)).toBe(updated);
  });

  it('of a web address must be http or https in every such field of both APIs', async () => {
    const { admin, customer_id } = await fixtures(running).organisation();
    const session = api(running, admin);
    const { body: row } = await session.get(`/api/customers/${customer_id}`);
    for (const website of ['javascript:alert(1)', 'ftp://example.org', 'n/a']) {
      expect((await session.patch(`/api/customers/${customer_id}`, { website })).status).toBe(422);
      const form = { ...row, customer_id, website };
      const legacyReply = await session.post(`/CustomerMaster/UpdateCustomer/${customer_id}`, form);
      expect([website, legacyReply.body.Status]).toEqual([website, false]);
    }
    const legacyReply = await session.post(`/CustomerMaster/UpdateCustomer/${customer_id}`, {
      ...row,
      website: 'nord.example',
    });
    expect(legacyReply.body).toMatchObject({ Status: true });
    expect((await session.get(`/api/customers/${customer_id}`)).body.website).toBe('https://nord.example');
    expect(
      (await plant.api.post('/api/trainings', { code: 'W1', title: 'W', source_url: 'javascript:1' })).status,
    ).toBe(422);
    const reply = await plant.api.post('/api/trainings', {
      code: 'W2',
      title: 'W',
      source_url: 'media.example.org/a.mp4',
    });
    expect([reply.status, reply.body.source_url]).toEqual([201, 'https://media.example.org/a.mp4']);
  });

  it('of an e-mail has no quoted part, so that a mailbox has one name', async () => {
    for (const email of ['"ann"@example.org', '"a\r\n"@example.org', '"a b"@example.org', 'ann\u0000@example.org'])
      expect([email, isEmailAddress(email)]).toEqual([email, false]);
    expect(isEmailAddress("ann.o'neill+lms@example.org")).toBe(true);
    const challengeReply = await api(running).post('/api/auth/email-challenges', { email: '"ann"@example.org' });
    expect(challengeReply.status).toBe(422);
    const legacyReply = await api(running).get(`/Common/send_otp?to_email=${encodeURIComponent('"ann"@example.org')}`);
    expect(legacyReply.body).toMatchObject({ Status: false });
  });

  it('null for a preference is refused, and the preference stays', async () => {
    const { admin } = await fixtures(running).organisation();
    const session = api(running, admin);
    for (const name of ['locale', 'theme']) {
      const refused = await session.patch('/api/me', { [name]: null });
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [name]]);
    }
    expect((await session.get('/api/me')).body).toMatchObject({ locale: 'en' });
  });

  it('of a single-value header is refused when the header is repeated', async () => {
    const { admin } = await fixtures(running).organisation({ name: 'Twice' });
    const call = (headers: Headers, more: string) =>
      sendRawRequest(
        running,
        `GET /api/staff HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${Object.entries(headers)
          .map(([name, value]) => `${name}: ${value}\r\n`)
          .join('')}${more}\r\n`,
      );
    expect(await call(admin, '')).toMatch(/^HTTP\/1.1 200 /);
    const { authorization } = admin;
    for (const repeatedHeader of [
      `Authorization: ${authorization}\r\n`,
      'Authorization: Bearer other\r\n',
      'User-Agent: a\r\nUser-Agent: b\r\n',
      'X-Api-Key: a\r\nX-Api-Key: b\r\n',
    ]) {
      const answer = await call(admin, repeatedHeader);
      expect([repeatedHeader, answer.slice(0, 12)]).toEqual([repeatedHeader, 'HTTP/1.1 400']);
      expect(answer).toContain('malformed_request');
    }
  });
});

describe('an empty window', () => {
  it('returns an empty or complete list and never a 5xx on every list and report', async () => {
    const running = await startApp();
    try {
      const { plant, ids } = await createFullOrganisation(running);
      const skill_id = ids['/api/skills'];
      const staff_id = ids['/api/staff'];
      const faults: string[] = [];
      for (const { method, path } of await operationsOf(running)) {
        if (method !== 'GET' || path.includes('{') || !path.startsWith('/api/')) continue;
        for (const part of [
          '_end=0',
          '_start=5&_end=5',
          'skill_start=3&skill_end=3&_end=0',
          '_start=900000&_end=900001',
        ]) {
          for (const filter of [
            '',
            `&staff_id=${staff_id}`,
            `&skill_id=${skill_id}`,
            `&staff_id=${staff_id}&skill_id=${skill_id}`,
          ]) {
            const { status } = await plant.api.get(`${path}?${part}${filter}`);
            if (status >= 500) faults.push(`${path}?${part}${filter}: ${status}`);
          }
        }
      }
      expect(faults).toEqual([]);
    } finally {
      await running.close();
    }
  });
});
