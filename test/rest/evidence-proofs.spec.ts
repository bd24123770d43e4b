import { storedProofs } from '../../src/modules/assessments/stored-files';
import { PROOFS_MAX } from '../../src/contract/proof.responses';
import { Database } from '../../src/infrastructure/database/database';
import { FileStorage } from '../../src/infrastructure/files/file-storage';
import { SkillLedgerService } from '../../src/modules/skills/skill-ledger.service';
import { startApp, type RunningApp } from '../support/app';
import { eventually } from '../support/eventually';
import { createReportingLine, type ReportingLine } from '../support/reporting-line';
import type { Headers } from '../support/organisation';
import { openPlant, type Plant } from '../support/plant';
import { PDF, PHOTO, uploadProof, SCAN } from '../support/proofs';
import { statementsOfRequests } from '../support/recorded-statements';

describe('files that prove evidence', () => {
  let running: RunningApp;
  let plant: Plant;
  let line: ReportingLine;
  let skill_id: string;
  /** Evidence of Bala recorded by an admin, and evidence of his that waits for Asha's sign-off. */
  let evidenceId: string;
  let waiting: string;
  let [asha, bala, esra]: Headers[] = [];
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    plant = await openPlant(running);
    line = await createReportingLine(plant);
    skill_id = (await plant.createSkill({ requires_signoff: true, signoff_by: 'manager' })).skill_id;
    [asha, bala, esra] = [await line.signIn('asha'), await line.signIn('bala'), await line.signIn('esra')];
    const certificate = { staff_id: line.bala, skill_id, kind: 'certificate', level: 3, effective_date: '2025-03-01' };
    evidenceId = (await plant.api.post('/api/skill-evidence', certificate)).body.id;
    const grant = { ...certificate, kind: 'training' as const, source_type: 'hand' as const };
    [waiting = ''] = await running.app.get(SkillLedgerService, { strict: false }).grant(plant.tenant, [grant]);
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  const send = (actor: Headers, id: string, file: Buffer, name?: string) => uploadProof(running, actor, id, file, name);
  const list = async (actor: Headers, id = evidenceId) => await plant.as(actor).get(`/api/skill-evidence/${id}/proofs`);
  const removeProof = (actor: Headers, proof_id: string, id = evidenceId) =>
    plant.as(actor).delete(`/api/skill-evidence/${id}/proofs/${proof_id}`);
  const storedKeys = async (): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of running.app.get(FileStorage).list(`${plant.customer_id}/`)) keys.push(key);
    return keys;
  };

  it.each([
    ['a PDF', PDF, 'pdf', 'application/pdf', 'attachment; filename="proof.pdf"'],
    ['a photo', PHOTO, 'jpg', 'image/jpeg', 'inline; filename="proof.jpg"'],
    ['a picture', SCAN, 'png', 'image/png', 'inline; filename="proof.png"'],
  ])('have the type of their first bytes: %s', async (_what, file, format, type, disposition) => {
    const uploadReply = await send(plant.admin, evidenceId, file, 'licence.html');
    expect(uploadReply).toMatchObject({
      status: 200,
      body: { may_add: true, proofs: [{ name: 'licence.html', format, bytes: file.length, may_remove: true }] },
    });
    const answer = await fetch(running.url + uploadReply.body.proofs[0].url);
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
  ])('are refused and not stored when they are %s', async (_what, file, status, code) => {
    expect(await send(plant.admin, evidenceId, file, 'licence.pdf')).toMatchObject({ status, body: { code } });
    expect(await storedKeys()).toEqual([]);
    expect((await list(plant.admin)).body.proofs).toEqual([]);
  });

  it('are visible to the person, the line above and admins, not to others or API keys', async () => {
    await send(plant.admin, evidenceId, PDF);
    const devi = await line.signIn('devi');
    for (const actor of [plant.admin, bala!, asha!, devi]) expect((await list(actor)).body.proofs).toHaveLength(1);
    expect([(await list(esra!)).status, (await list(await line.signIn('chen'))).status]).toEqual([404, 404]);
    const scopes = ['skill-evidence:read'];
    const { secret } = (await plant.api.post('/api/api-keys', { name: 'HR', scopes })).body;
    const apiKeyReply = await fetch(`${running.url}/api/skill-evidence/${evidenceId}/proofs`, {
      headers: { 'x-api-key': secret },
    });
    expect(apiKeyReply.status).toBe(403);
  });

  it('are added by the person and the approver while it waits, later by an admin', async () => {
    expect((await send(bala!, waiting, PHOTO)).status).toBe(200);
    expect((await send(asha!, waiting, SCAN)).status).toBe(200);
    expect((await list(asha!, waiting)).body.proofs.map((each: any) => each.may_remove)).toEqual([false, true]);
    const [photo, scanProof] = (await list(bala!, waiting)).body.proofs;
    expect(await removeProof(bala!, scanProof.proof_id, waiting)).toMatchObject({
      status: 403,
      body: { code: 'not_yours_to_prove' },
    });
    await plant.as(asha!).post(`/api/skill-evidence/${waiting}/approve`, {});
    for (const actor of [asha!, bala!]) {
      expect(await send(actor, waiting, PDF)).toMatchObject({ status: 409, body: { code: 'wrong_status' } });
      expect((await list(actor, waiting)).body.may_add).toBe(false);
    }
    expect((await removeProof(bala!, photo.proof_id, waiting)).status).toBe(409);
    expect((await send(plant.admin, waiting, PDF)).body.proofs).toHaveLength(3);
    await plant.api.post(`/api/skill-evidence/${waiting}/void`, { reason: 'Wrong person' });
    expect((await removeProof(plant.admin, photo.proof_id, waiting)).status).toBe(409);
    expect((await list(plant.admin, waiting)).body.proofs).toHaveLength(3);
  });

  it('of a skill signed off by admins cannot be added by managers', async () => {
    await plant.api.patch(`/api/skills/${skill_id}`, { signoff_by: 'admin' });
    expect(await send(asha!, waiting, PDF)).toMatchObject({ status: 403, body: { code: 'not_yours_to_prove' } });
    expect((await send(bala!, waiting, PDF)).status).toBe(200);
  });

  it('can be added to a self-rating', async () => {
    const self = { staff_id: line.bala, skill_id, kind: 'self', level: 2, effective_date: '2025-03-01' };
    const { id } = (await plant.as(bala!).post('/api/skill-evidence', self)).body;
    expect((await send(bala!, id, PHOTO)).status).toBe(200);
    expect((await send(asha!, id, PHOTO)).status).toBe(409);
    await plant.api.post(`/api/skill-evidence/${id}/void`, { reason: 'Never done' });
    expect((await send(bala!, id, PDF)).status).toBe(409);
  });

  it('sent twice or concurrently are stored once', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(plant.admin, evidenceId, PHOTO)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await list(plant.admin)).body.proofs).toHaveLength(1);
    await eventually(async () => (await storedKeys()).length, 1);
    const recordedRows = (await plant.api.get(`/api/audit-events?action=skill-evidence.proof`)).body;
    expect(recordedRows).toMatchObject([
      { subject_id: evidenceId, was: null, became: { format: 'jpg', bytes: PHOTO.length } },
    ]);
  });

  it('are limited in number', async () => {
    for (let index = 0; index < PROOFS_MAX; index++)
      await send(plant.admin, evidenceId, Buffer.concat([PDF, Buffer.from([index])]));
    expect(await send(plant.admin, evidenceId, PHOTO)).toMatchObject({
      status: 409,
      body: { code: 'too_many_proofs' },
    });
    expect((await send(plant.admin, evidenceId, Buffer.concat([PDF, Buffer.from([0])]))).status).toBe(200);
    await eventually(async () => (await storedKeys()).length, PROOFS_MAX);
  });

  it('that are removed are audited, and their file and links are deleted', async () => {
    const { proofs } = (await send(plant.admin, evidenceId, PDF, 'licence.pdf')).body;
    expect((await removeProof(plant.admin, proofs[0].proof_id)).body.proofs).toEqual([]);
    await eventually(storedKeys, []);
    expect((await fetch(running.url + proofs[0].url)).status).toBe(404);
    expect((await removeProof(plant.admin, proofs[0].proof_id)).status).toBe(200);
    const recordedRows = (await plant.api.get(`/api/audit-events?action=skill-evidence.proof&_sort=at&_order=desc`))
      .body;
    expect(recordedRows[0]).toMatchObject({ was: { name: 'licence.pdf', format: 'pdf' }, became: null });
    expect(recordedRows).toHaveLength(2);
  });

  it('are read by a link that is bound to an hour and a session and cannot be changed', async () => {
    await send(plant.admin, evidenceId, PDF);
    const session = await plant.signInLearner(line.bala);
    const [{ url }] = (await list(session)).body.proofs;
    const status = async (path: string) => (await fetch(running.url + path)).status;
    expect(await status(url)).toBe(200);
    expect(await status(url.slice(0, -2) + (url.endsWith('AA') ? 'BB' : 'AA'))).toBe(404);
    const statements = await statementsOfRequests(async () => void (await fetch(running.url + url)));
    expect(statements).toHaveLength(3);
    await plant.as(session).post('/api/auth/logout', {});
    expect(await status(url)).toBe(404);
    const [{ url: other }] = (await list(plant.admin)).body.proofs;
    running.clock.advance(3_600_001);
    expect(await status(other)).toBe(404);
  });

  it('are part of backups and moves, under one prefix per person', async () => {
    await send(plant.admin, evidenceId, PDF);
    await send(plant.admin, waiting, PHOTO);
    const recordedRows = await running.app.get(Database).rows<Record<string, unknown>>(storedProofs.sql);
    expect(recordedRows.map(storedProofs.path)).toEqual(expect.arrayContaining(await storedKeys()));
    for (const key of await storedKeys()) expect(key).toContain(`${plant.customer_id}/proof/${line.bala}/`);
  });

  it('are listed with as many statements, however many there are', async () => {
    await send(plant.admin, evidenceId, PDF);
    const statementsForFew = await statementsOfRequests(async () => void (await list(asha!)));
    for (const index of [1, 2, 3]) await send(plant.admin, evidenceId, Buffer.concat([PDF, Buffer.from([index])]));
    const statementsForMany = await statementsOfRequests(async () => void (await list(asha!)));
    expect([statementsForFew.length, statementsForMany.length]).toEqual([3, 3]);
  });
});
