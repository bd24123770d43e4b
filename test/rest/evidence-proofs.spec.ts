import { keptProofs } from '../../src/assessments/kept-files';
import { PROOFS_MAX } from '../../src/contract/proof-answers';
import { Database } from '../../src/platform/database/database';
import { Files } from '../../src/platform/files/files';
import { SkillLedger } from '../../src/skills/skill-ledger.service';
import { startApp, type RunningApp } from '../support/app';
import { comesTo } from '../support/eventually';
import { openLine, type Line } from '../support/line';
import type { Headers } from '../support/organisation';
import { openPlant, type Plant } from '../support/plant';
import { PDF, PHOTO, prove, SCAN } from '../support/proofs';
import { statementsOfRequests } from '../support/statements';

describe('files that prove evidence', () => {
  let running: RunningApp;
  let plant: Plant;
  let line: Line;
  let skill_id: string;
  /** Recorded by an admin for Bala, and what of him waits for Asha's sign-off. */
  let recorded: string;
  let waiting: string;
  let [asha, bala, esra]: Headers[] = [];
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    plant = await openPlant(running);
    line = await openLine(plant);
    skill_id = (await plant.skill({ requires_signoff: true, signoff_by: 'manager' })).skill_id;
    [asha, bala, esra] = [await line.signedIn('asha'), await line.signedIn('bala'), await line.signedIn('esra')];
    const certificate = { staff_id: line.bala, skill_id, kind: 'certificate', level: 3, effective_date: '2025-03-01' };
    recorded = (await plant.api.post('/api/skill-evidence', certificate)).body.id;
    const grant = { ...certificate, kind: 'training' as const, source_type: 'hand' as const };
    [waiting = ''] = await running.app.get(SkillLedger, { strict: false }).grant(plant.tenant, [grant]);
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  const send = (who: Headers, id: string, file: Buffer, name?: string) => prove(running, who, id, file, name);
  const list = async (who: Headers, id = recorded) => await plant.as(who).get(`/api/skill-evidence/${id}/proofs`);
  const take = (who: Headers, proof_id: string, id = recorded) =>
    plant.as(who).delete(`/api/skill-evidence/${id}/proofs/${proof_id}`);
  const kept = async (): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of running.app.get(Files).list(`${plant.customer_id}/`)) keys.push(key);
    return keys;
  };

  it.each([
    ['a PDF', PDF, 'pdf', 'application/pdf', 'attachment; filename="proof.pdf"'],
    ['a photo', PHOTO, 'jpg', 'image/jpeg', 'inline; filename="proof.jpg"'],
    ['a picture', SCAN, 'png', 'image/png', 'inline; filename="proof.png"'],
  ])('are what their first bytes say: %s, whatever it is called', async (_what, file, format, type, disposition) => {
    const given = await send(plant.admin, recorded, file, 'licence.html');
    expect(given).toMatchObject({
      status: 200,
      body: { may_add: true, proofs: [{ name: 'licence.html', format, bytes: file.length, may_remove: true }] },
    });
    const answer = await fetch(running.url + given.body.proofs[0].url);
    expect(answer.headers.get('content-type')).toBe(type);
    expect(answer.headers.get('content-disposition')).toBe(disposition);
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Buffer.from(await answer.arrayBuffer()).equals(file)).toBe(true);
  });

  it.each([
    ['a page', Buffer.from('<html><script>1</script>'), 415, 'no_proof'],
    ['nothing', Buffer.alloc(0), 415, 'no_proof'],
    ['another picture', Buffer.from('GIF89a'), 415, 'no_proof'],
    ['too large', Buffer.concat([PHOTO, Buffer.alloc(10 * 1024 ** 2)]), 413, 'proof_too_large'],
  ])('are refused where they are %s, and nothing of it stays', async (_what, file, status, code) => {
    expect(await send(plant.admin, recorded, file, 'licence.pdf')).toMatchObject({ status, body: { code } });
    expect(await kept()).toEqual([]);
    expect((await list(plant.admin)).body.proofs).toEqual([]);
  });

  it('are seen by the person, the line above and admins, by nobody else and no program', async () => {
    await send(plant.admin, recorded, PDF);
    const devi = await line.signedIn('devi');
    for (const who of [plant.admin, bala!, asha!, devi]) expect((await list(who)).body.proofs).toHaveLength(1);
    expect([(await list(esra!)).status, (await list(await line.signedIn('chen'))).status]).toEqual([404, 404]);
    const scopes = ['skill-evidence:read'];
    const { secret } = (await plant.api.post('/api/api-keys', { name: 'HR', scopes })).body;
    const asked = await fetch(`${running.url}/api/skill-evidence/${recorded}/proofs`, {
      headers: { 'x-api-key': secret },
    });
    expect(asked.status).toBe(403);
  });

  it('are added by the person and by whoever signs off, as long as it waits; afterwards by an admin', async () => {
    expect((await send(bala!, waiting, PHOTO)).status).toBe(200);
    expect((await send(asha!, waiting, SCAN)).status).toBe(200);
    expect((await list(asha!, waiting)).body.proofs.map((each: any) => each.may_remove)).toEqual([false, true]);
    const [photo, scan] = (await list(bala!, waiting)).body.proofs;
    expect(await take(bala!, scan.proof_id, waiting)).toMatchObject({
      status: 403,
      body: { code: 'not_yours_to_prove' },
    });
    await plant.as(asha!).post(`/api/skill-evidence/${waiting}/approve`, {});
    for (const who of [asha!, bala!]) {
      expect(await send(who, waiting, PDF)).toMatchObject({ status: 409, body: { code: 'wrong_status' } });
      expect((await list(who, waiting)).body.may_add).toBe(false);
    }
    expect((await take(bala!, photo.proof_id, waiting)).status).toBe(409);
    expect((await send(plant.admin, waiting, PDF)).body.proofs).toHaveLength(3);
    await plant.api.post(`/api/skill-evidence/${waiting}/void`, { reason: 'Wrong person' });
    expect((await take(plant.admin, photo.proof_id, waiting)).status).toBe(409);
    expect((await list(plant.admin, waiting)).body.proofs).toHaveLength(3);
  });

  it('of a skill that an admin signs off are no manager’s to add', async () => {
    await plant.api.patch(`/api/skills/${skill_id}`, { signoff_by: 'admin' });
    expect(await send(asha!, waiting, PDF)).toMatchObject({ status: 403, body: { code: 'not_yours_to_prove' } });
    expect((await send(bala!, waiting, PDF)).status).toBe(200);
  });

  it('belong to one’s own rating, too', async () => {
    const self = { staff_id: line.bala, skill_id, kind: 'self', level: 2, effective_date: '2025-03-01' };
    const { id } = (await plant.as(bala!).post('/api/skill-evidence', self)).body;
    expect((await send(bala!, id, PHOTO)).status).toBe(200);
    expect((await send(asha!, id, PHOTO)).status).toBe(409);
    await plant.api.post(`/api/skill-evidence/${id}/void`, { reason: 'Never done' });
    expect((await send(bala!, id, PDF)).status).toBe(409);
  });

  it('sent twice, or several times at once, are there once, and no other file stays', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(plant.admin, recorded, PHOTO)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await list(plant.admin)).body.proofs).toHaveLength(1);
    await comesTo(async () => (await kept()).length, 1);
    const told = (await plant.api.get(`/api/audit-events?action=skill-evidence.proof`)).body;
    expect(told).toMatchObject([{ subject_id: recorded, was: null, became: { format: 'jpg', bytes: PHOTO.length } }]);
  });

  it('are so many and no more', async () => {
    for (let at = 0; at < PROOFS_MAX; at++) await send(plant.admin, recorded, Buffer.concat([PDF, Buffer.from([at])]));
    expect(await send(plant.admin, recorded, PHOTO)).toMatchObject({ status: 409, body: { code: 'too_many_proofs' } });
    expect((await send(plant.admin, recorded, Buffer.concat([PDF, Buffer.from([0])]))).status).toBe(200);
    await comesTo(async () => (await kept()).length, PROOFS_MAX);
  });

  it('that are taken away are told, and their file and links are gone', async () => {
    const { proofs } = (await send(plant.admin, recorded, PDF, 'licence.pdf')).body;
    expect((await take(plant.admin, proofs[0].proof_id)).body.proofs).toEqual([]);
    await comesTo(kept, []);
    expect((await fetch(running.url + proofs[0].url)).status).toBe(404);
    expect((await take(plant.admin, proofs[0].proof_id)).status).toBe(200);
    const told = (await plant.api.get(`/api/audit-events?action=skill-evidence.proof&_sort=at&_order=desc`)).body;
    expect(told[0]).toMatchObject({ was: { name: 'licence.pdf', format: 'pdf' }, became: null });
    expect(told).toHaveLength(2);
  });

  it('are read by a link that ends with its hour, its session, and whoever changes it', async () => {
    await send(plant.admin, recorded, PDF);
    const session = await plant.learner(line.bala);
    const [{ url }] = (await list(session)).body.proofs;
    const status = async (path: string) => (await fetch(running.url + path)).status;
    expect(await status(url)).toBe(200);
    expect(await status(url.slice(0, -2) + (url.endsWith('AA') ? 'BB' : 'AA'))).toBe(404);
    const sent = await statementsOfRequests(async () => void (await fetch(running.url + url)));
    expect(sent).toHaveLength(3);
    await plant.as(session).post('/api/auth/logout', {});
    expect(await status(url)).toBe(404);
    const [{ url: other }] = (await list(plant.admin)).body.proofs;
    running.clock.advance(3_600_001);
    expect(await status(other)).toBe(404);
  });

  it('are in backups and moves, all of a person in one place', async () => {
    await send(plant.admin, recorded, PDF);
    await send(plant.admin, waiting, PHOTO);
    const told = await running.app.get(Database).rows<Record<string, unknown>>(keptProofs.sql);
    expect(told.map(keptProofs.path)).toEqual(expect.arrayContaining(await kept()));
    for (const key of await kept()) expect(key).toContain(`${plant.customer_id}/proof/${line.bala}/`);
  });

  it('are listed with as many statements, however many there are', async () => {
    await send(plant.admin, recorded, PDF);
    const few = await statementsOfRequests(async () => void (await list(asha!)));
    for (const at of [1, 2, 3]) await send(plant.admin, recorded, Buffer.concat([PDF, Buffer.from([at])]));
    const many = await statementsOfRequests(async () => void (await list(asha!)));
    expect([few.length, many.length]).toEqual([3, 3]);
  });
});
