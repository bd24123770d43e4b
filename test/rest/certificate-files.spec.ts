import { deflateSync } from 'node:zlib';
import { Certificate } from '../../src/modules/certificates/certificate.entity';
import { generateVerificationCode } from '../../src/modules/certificates/verification-code';
import { FileStorage } from '../../src/infrastructure/files/file-storage';
import { newId } from '../../src/common/ids';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { openOrganisation, type Organisation } from '../support/organisation';
import { chunk, encodePng, END, header, uploadCertificateImage, decodePixels, png, pngOf } from '../support/png-image';
import { positionedTextRuns, pdfTextRuns } from '../support/pdf-text';
import { createLearner, insertRow, createReadingTraining } from '../support/quiz-fixtures';

const NAMES = {
  Latin: ['Zoë Müller-Nuñez', 'Flurförderzeuge sicher führen'],
  Cyrillic: ['Анна Щербакова', 'Охрана труда'],
  Chinese: ['王小明', '叉车安全操作'],
  Arabic: ['ليلى الحداد', 'سلامة الرافعة'],
} as const;

describe('the file of a certificate', () => {
  let running: RunningApp;
  let home: Organisation;
  let staff_id: string;
  let training_id: string;
  let certificateCount = 0;

  beforeAll(async () => {
    running = await startApp();
    home = await openOrganisation(running);
    ({ staff_id } = await createLearner(running, home));
    training_id = await createReadingTraining(running, home);
  });
  afterAll(() => running.close());

  const admin = () => api(running, home.admin);
  const certificate = async (more: Partial<Certificate> = {}) => {
    const row = {
      certificate_id: newId(),
      number: `2026-${String(++certificateCount).padStart(6, '0')}`,
      code: generateVerificationCode(),
      staff_id,
      training_id,
      assignment_id: newId(),
      cycle: 1,
      completion_no: 1,
      state: 'issued' as const,
      staff_name: 'Asha Rao',
      training_name: 'First aid',
      organisation_name: 'Nordwerk GmbH',
      completed_on: '2026-03-01',
      valid_until: '2028-02-29',
      issued_at: Date.parse('2026-03-01T09:00:00Z'),
      score_hundredths: 8_182,
      ...more,
    };
    await insertRow(running, Certificate, home, row);
    return row;
  };
  const pdf = async (path: string, headers = home.admin): Promise<Buffer> => {
    const answer = await fetch(running.url + path, { headers });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    return Buffer.from(await answer.arrayBuffer());
  };
  const readWords = async (certificate_id: string, headers = home.admin) =>
    pdfTextRuns(await pdf(`/api/certificates/${certificate_id}/file`, headers));
  const send = async (imageName: string, bytes: Buffer) => {
    const answer = await uploadCertificateImage(running, home.admin, imageName, bytes);
    return { status: answer.status, body: (await answer.json()) as { code?: string; has_logo?: boolean } };
  };

  it.each(Object.entries(NAMES))('prints names in %s script', async (_, [staff_name, training_name]) => {
    const { certificate_id, number } = await certificate({ staff_name, training_name });
    const drawnText = (await readWords(certificate_id)).join('');
    // Right-to-left text is drawn from its last letter, and ligatures are copied as one.
    const containsName = (name: string) =>
      name.split(' ').every((word) => drawnText.includes(word) || drawnText.includes([...word].toReversed().join('')));
    expect([
      containsName(staff_name),
      containsName(training_name),
      containsName('Nordwerk GmbH'),
      drawnText.includes(number),
    ]).toEqual([...[true, true, true, true]]);
  });

  it('prints day, validity, score and verification in the language of the organisation', async () => {
    const { certificate_id, code } = await certificate();
    await admin().patch('/api/settings', { default_language: 'de' });
    const drawnText = (await readWords(certificate_id)).join('');
    await admin().patch('/api/settings', { default_language: 'en' });
    for (const text of [
      'Zertifikat',
      'Abgeschlossen am 1. März 2026',
      'Gültig bis 29. Februar 2028',
      '81,82 %',
      'Nr. 2026-',
    ])
      expect(drawnText).toContain(text.replace(/(?<=\d) %/, '\u00a0%'));
    expect(drawnText).toContain(code.replace(/.{5}(?=.)/g, '$&-'));
  });

  it('can be drawn in every language, including right to left', async () => {
    const { certificate_id, number } = await certificate({ valid_until: null, score_hundredths: null });
    for (const default_language of ['en', 'es', 'it', 'ru', 'zh', 'fr', 'ar']) {
      expect((await admin().patch('/api/settings', { default_language })).status).toBe(200);
      const drawnText = (await readWords(certificate_id)).join('');
      expect(drawnText).toContain('Asha Rao');
      expect(drawnText).toContain(number);
    }
    await admin().patch('/api/settings', { default_language: 'en' });
  });

  it('is read only by its learner and admins', async () => {
    const { certificate_id } = await certificate();
    const ownHeaders = await home.signIn({ role: 'user', staff_id });
    expect((await readWords(certificate_id, ownHeaders)).join('')).toContain('Asha Rao');
    const other = await createLearner(running, home, 'Ben');
    const path = `/api/certificates/${certificate_id}/file`;
    expect((await api(running, other.headers).get(path)).status).toBe(404);
    const foreignOrganisation = await openOrganisation(running);
    expect((await api(running, foreignOrganisation.admin).get(path)).status).toBe(404);
  });

  it('looks as the organisation wants it: words, colour, logo and signature', async () => {
    const settings = '/api/settings/certificates';
    expect((await admin().get(settings)).body).toEqual({
      title: null,
      text: null,
      signature_name: null,
      signature_role: null,
      accent: '#403098',
      has_logo: false,
      has_signature: false,
      row_version: 1,
    });
    const design = { title: 'Urkunde', text: 'Gilt in allen Werken.', signature_name: 'Mara Lindt', accent: '#0a6640' };
    expect((await admin().patch(settings, design)).body).toMatchObject(design);
    expect((await send('logo', png(40))).body).toMatchObject({ has_logo: true, has_signature: false });
    expect((await send('signature', png(40))).status).toBe(200);
    const { certificate_id } = await certificate();
    const bytes = await pdf(`/api/certificates/${certificate_id}/file`);
    const drawnText = pdfTextRuns(bytes).join('');
    for (const text of ['Urkunde', 'Gilt in allen Werken.', 'Mara Lindt']) expect(drawnText).toContain(text);
    expect(bytes.toString('latin1').match(/\/Subtype \/Image/g)?.length).toBeGreaterThanOrEqual(2);
    expect((await admin().get(`${settings}/images/logo`)).headers.get('content-type')).toBe('image/png');
    expect(pdfTextRuns(await pdf(`${settings}/preview`)).join('')).toContain('Urkunde');
    expect((await admin().delete(`${settings}/images/logo`)).body).toMatchObject({ has_logo: false });
    expect((await admin().get(`${settings}/images/logo`)).status).toBe(404);
    // The text change, two uploads and one removal.
    expect((await admin().get('/api/audit-events?action=settings.certificates')).body).toHaveLength(4);
  });

  it('keeps two long names and a long text above the signature', async () => {
    const text = `${'Gilt in allen Werken und auf allen Baustellen. '.repeat(8)}Schlusswort.`;
    const design = { text, signature_name: 'Mara Lindt' };
    expect((await admin().patch('/api/settings/certificates', design)).body).toMatchObject(design);
    const { certificate_id } = await certificate({
      staff_name: 'Maximiliane Wilhelmine Freifrau von Hohenstein-Wolkenburg zu Rabenau und Niederlausitz',
      training_name: `${'Sicheres Führen von Flurförderzeugen in engen Gängen '.repeat(3)}Stufe 2`,
    });
    const placedWords = positionedTextRuns(await pdf(`/api/certificates/${certificate_id}/file`));
    const signatureHeight = placedWords.find(({ text: wordList }) => wordList.includes('Mara'))!.height;
    const last = placedWords.find(({ text: wordList }) => wordList.includes('Schlusswort'))!.height;
    // The signature image has 46 points above its line.
    expect(last).toBeGreaterThan(signatureHeight + 66);
    await admin().patch('/api/settings/certificates', { text: null, signature_name: null });
  });

  it('refuses an image that is invalid, too large or too wide', async () => {
    expect(await send('logo', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toMatchObject({
      status: 422,
      body: { code: 'no_image' },
    });
    expect(await send('logo', Buffer.concat([png(10), Buffer.alloc(500_000)]))).toMatchObject({
      status: 413,
      body: { code: 'image_too_large' },
    });
    expect(await send('logo', png(1_601))).toMatchObject({ status: 413, body: { code: 'image_too_large' } });
    expect((await admin().put('/api/settings/certificates/images/seal', {})).status).toBe(404);
  });

  describe('with an untrusted image', () => {
    const imageHeader = { width: 4, height: 4, bits: 8, colors: 2 };
    const lines = Buffer.alloc(4 * 13);
    const validData = chunk('IDAT', deflateSync(lines));
    const jpeg = (...segments: number[][]) => Buffer.from([0xff, 0xd8, ...segments.flat()]);
    const frame = [0xff, 0xc0, 0, 11, 8, 0, 4, 0, 4, 1, 1, 0x11, 0];
    const scanSegment = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x2a, 0xff, 0, 0x2a];
    const hostileImages: Record<string, Buffer> = {
      'a length that leads backwards': pngOf(
        header(imageHeader),
        chunk('teXt', Buffer.alloc(4), 0xfffffff4),
        validData,
        END,
      ),
      'pixels that do not unpack': pngOf(header(imageHeader), chunk('IDAT', Buffer.alloc(40, 0x2a)), END),
      'more pixels than it says': encodePng({ ...imageHeader, lines: Buffer.alloc(50_000_000) }),
      'fewer pixels than it says': encodePng({ ...imageHeader, lines: lines.subarray(13) }),
      'a second head': encodePng({ ...imageHeader, lines }, header({ ...imageHeader, width: 60_000, height: 60_000 })),
      'an unknown filter': encodePng({ ...imageHeader, lines: Buffer.alloc(4 * 13, 5) }),
      'pixels in two places': pngOf(header(imageHeader), validData, chunk('teXt', Buffer.alloc(4)), validData, END),
      'no end': pngOf(header(imageHeader), validData),
      'colours that its palette has not': encodePng(
        { ...imageHeader, colors: 3, lines: Buffer.alloc(20, 1) },
        chunk('PLTE', Buffer.alloc(3)),
      ),
      'no palette': encodePng({ ...imageHeader, colors: 3, lines: Buffer.alloc(20) }),
      'interlaced lines': pngOf(chunk('IHDR', Buffer.from([0, 0, 0, 4, 0, 0, 0, 4, 8, 2, 0, 0, 1])), validData, END),
      'a JPEG without an end': jpeg(frame, scanSegment),
      'a JPEG of two frames': jpeg(frame, frame, scanSegment, [0xff, 0xd9]),
      'a JPEG whose segment leads out of it': jpeg([0xff, 0xe0, 0xff, 0xff], frame, scanSegment, [0xff, 0xd9]),
      'a JPEG without a picture': jpeg(frame, [0xff, 0xd9]),
      'a lossless JPEG': jpeg([0xff, 0xc3, ...frame.slice(2)], scanSegment, [0xff, 0xd9]),
    };

    it.each(Object.keys(hostileImages))('refuses %s and still works', async (name) => {
      expect(await send('logo', hostileImages[name]!)).toMatchObject({ status: 422, body: { code: 'no_image' } });
      expect((await admin().get('/api/settings/certificates')).body).toMatchObject({ has_logo: false });
      await pdf('/api/settings/certificates/preview');
    });

    it('accepts a complete JPEG without trailing data', async () => {
      const bytes = jpeg(frame, scanSegment, [0xff, 0xd9]);
      expect((await send('logo', Buffer.concat([bytes, Buffer.from('more')]))).status).toBe(200);
      const storedLogo = await fetch(`${running.url}/api/settings/certificates/images/logo`, { headers: home.admin });
      expect(Buffer.from(await storedLogo.arrayBuffer())).toEqual(bytes);
      await pdf('/api/settings/certificates/preview');
      await admin().delete('/api/settings/certificates/images/logo');
    });

    const GREEN = [10, 102, 64];
    const storedLogo = async (bytes: Buffer) => {
      expect((await send('logo', bytes)).status).toBe(200);
      await pdf('/api/settings/certificates/preview');
      const answer = await fetch(`${running.url}/api/settings/certificates/images/logo`, { headers: home.admin });
      await admin().delete('/api/settings/certificates/images/logo');
      return decodePixels(Buffer.from(await answer.arrayBuffer()));
    };

    it('keeps what a palette of four bits shows, its lower half as well', async () => {
      const line = (color: number) => [0, color * 17, color * 17];
      const picture = { ...imageHeader, bits: 4, colors: 3, lines: Buffer.from([0, 0, 1, 1].flatMap(line)) };
      const palette = chunk('PLTE', Buffer.from([255, 255, 255, ...GREEN]));
      const { alpha, lines: storedLines } = await storedLogo(
        encodePng(picture, palette, chunk('tRNS', Buffer.from([0]))),
      );
      expect(alpha).toBe(true);
      expect(storedLines[0]).toEqual(Array.from({ length: 4 }, () => [255, 255, 255, 0]).flat());
      expect(storedLines[3]).toEqual(Array.from({ length: 4 }, () => [...GREEN, 255]).flat());
    });

    it('keeps grey of one bit, a colour that is not shown, and sixteen bits, as eight', async () => {
      const smallImage = { width: 2, height: 1 };
      const grey = { ...smallImage, bits: 1, colors: 0, lines: Buffer.from([0, 0b0100_0000]) };
      expect(await storedLogo(encodePng(grey))).toEqual({ alpha: false, lines: [[0, 0, 0, 255, 255, 255]] });
      const transparentImage = { ...smallImage, bits: 8, colors: 2, lines: Buffer.from([0, ...GREEN, 1, 2, 3]) };
      const transparencyChunk = chunk('tRNS', Buffer.from([0, 1, 0, 2, 0, 3]));
      expect(await storedLogo(encodePng(transparentImage, transparencyChunk))).toEqual({
        alpha: true,
        lines: [[...GREEN, 255, 1, 2, 3, 0]],
      });
      const deep = { ...smallImage, bits: 16, colors: 4, lines: Buffer.from([0, 90, 1, 80, 2, 70, 3, 60, 4]) };
      expect(await storedLogo(encodePng(deep))).toEqual({ alpha: true, lines: [[90, 90, 90, 80, 70, 70, 70, 60]] });
    });

    it.each([1, 2, 3, 4])('reads lines of filter %i, and writes them with it', async (filter) => {
      const sideLength = 8;
      const picture = Buffer.from(Array.from({ length: sideLength * (sideLength * 3 + 1) }, (_, n) => (n * 37) % 251));
      for (let y = 0; y < sideLength; y++) picture[y * (sideLength * 3 + 1)] = filter;
      const bytes = encodePng({ width: sideLength, height: sideLength, bits: 8, colors: 2, lines: picture });
      expect((await send('logo', bytes)).status).toBe(200);
      const answer = await fetch(`${running.url}/api/settings/certificates/images/logo`, { headers: home.admin });
      const rewritten = Buffer.from(await answer.arrayBuffer());
      expect(rewritten.indexOf(deflateSync(picture))).toBeGreaterThan(0);
      await admin().delete('/api/settings/certificates/images/logo');
    });
  });

  it('is drawn without a picture that is not where it was kept', async () => {
    expect((await send('logo', png(40))).status).toBe(200);
    const fileStorage = running.app.get(FileStorage, { strict: false });
    for await (const { key } of fileStorage.list(`${home.tenant.customer_id}/certificates/`))
      await fileStorage.remove(key);
    const { certificate_id } = await certificate();
    expect((await readWords(certificate_id)).join('')).toContain('Asha Rao');
    await admin().delete('/api/settings/certificates/images/logo');
  });

  it('accepts only one of two concurrent design changes', async () => {
    const { row_version } = (await admin().get('/api/settings/certificates')).body;
    const change = (title: string) => admin().patch('/api/settings/certificates', { title, row_version });
    expect((await change('One')).status).toBe(200);
    expect((await change('Other')).status).toBe(412);
  });

  describe('its verification page', () => {
    const page = (code: string, headers: Record<string, string> = {}) =>
      fetch(`${running.url}/verify/${code}`, { headers: { 'accept-language': 'en', ...headers } });
    const verificationText = async (more: Partial<Certificate>) => {
      const { code } = await certificate(more);
      return (await page(code)).text();
    };

    it('shows the certificate only: no script, no cookie, not indexed', async () => {
      const { code, certificate_id, number } = await certificate();
      const answer = await page(code);
      const html = await answer.text();
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      for (const text of [
        'Asha Rao',
        'First aid',
        'Nordwerk GmbH',
        'March 1, 2026',
        'February 29, 2028',
        '81.82%',
        number,
      ])
        expect(html).toContain(text);
      expect(html).toContain('This certificate is valid.');
      for (const secret of [certificate_id, staff_id, training_id]) expect(html).not.toContain(secret);
      expect(html).not.toMatch(/<script|<img|<link|@nordwerk/i);
      expect(answer.headers.get('set-cookie')).toBeNull();
      expect(answer.headers.get('x-robots-tag')).toBe('noindex');
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(answer.headers.get('cache-control')).toBe('no-store');
    });

    it('shows whether the certificate is valid', async () => {
      expect(await verificationText({ state: 'superseded' })).toContain('superseded by a newer one');
      expect(await verificationText({ state: 'revoked' })).toContain('has been revoked');
      expect(await verificationText({ valid_until: '2026-03-02' })).toContain('has expired');
      expect(await verificationText({ valid_until: null })).toContain('No expiry date');
    });

    it('accepts its code in any spelling', async () => {
      const { code } = await certificate({ code: '01AB0CDEFGHJKMNPQRST' });
      for (const typedCode of ['01ab0-cdefg-hjkmn-pqrst', 'OIAB0CDEFGHJKMNPQRST', '%2001AB0%20CDEFGHJKMNPQRST'])
        expect((await page(typedCode)).status).toBe(200);
      expect((await page(`${code.slice(0, -1)}Z`)).status).toBe(404);
    });

    it('explains an unknown code in the reader’s language', async () => {
      const answer = await page(generateVerificationCode(), { 'accept-language': 'de-DE,de;q=0.9' });
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain('Dieses Zertifikat gibt es nicht');
      expect((await page("'%20OR%201=1")).status).toBe(404);
    });

    it('speaks the language that the browser asks for, Arabic from the right', async () => {
      const { code } = await certificate({ staff_name: '<b>Asha</b> Rao' });
      const html = await (await page(code, { 'accept-language': 'ar,en;q=0.5' })).text();
      expect(html).toContain('<html lang="ar" dir="rtl">');
      expect(html).toContain('هذه الشهادة صالحة');
      expect(html).not.toContain('<b>');
    });

    it('refuses too many requests with a readable page', async () => {
      const { code } = await certificate();
      for (let n = 0; n < 130; n++) await page(generateVerificationCode());
      const answer = await page(code);
      expect(answer.status).toBe(429);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await answer.text()).toContain('Too many attempts');
    });
  });
});
