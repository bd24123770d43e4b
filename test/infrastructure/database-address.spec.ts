import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { createServer } from 'mysql2';
import type { DataSourceOptions } from 'typeorm';
import { connectToServer, type ServerAddress } from '../../src/infrastructure/backup/server-connection';
import { dataSourceOptions, openDataSource } from '../../src/infrastructure/database/data-source';
import { parseDatabaseUrl } from '../../src/infrastructure/database/engine';
import { ServerProbe } from '../../src/infrastructure/database/health-probes';

const VERIFIED = { rejectUnauthorized: true, verifyIdentity: true };
const optionsOf = (url: string): DataSourceOptions => dataSourceOptions({ url, entities: [], migrations: [] });

describe('the address of a database', () => {
  let folder: string;
  let ca: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'skilgrid-address-'));
    ca = join(folder, 'ca.pem');
    writeFileSync(ca, rootCertificates[0]!);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('uses no TLS by default', () => {
    const address = { engine: 'mysql', host: 'db', port: 3306, user: 'u', password: 'p:', database: 'd' };
    for (const url of ['mysql://u:p%3A@db/d', 'mysql://u:p%3A@db/d?tls=off'])
      expect(parseDatabaseUrl(url)).toEqual(address);
    expect(optionsOf('mysql://u:p@db/d')).toMatchObject({ ssl: undefined });
  });

  it('uses TLS with verified certificate and host name, with public or own authorities', () => {
    expect(parseDatabaseUrl('mariadb://u:p@db/d?tls=on')).toMatchObject({ host: 'db', ssl: VERIFIED });
    const url = `mariadb://u:p@db/d?tls=on&ca=${ca}`;
    const ssl = { ...VERIFIED, ca: rootCertificates[0] };
    expect(parseDatabaseUrl(url)).toMatchObject({ host: 'db', ssl });
    expect(optionsOf(url)).toMatchObject({ host: 'db', ssl });
  });

  it('has an IPv6 host without brackets', () => {
    expect(parseDatabaseUrl('mariadb://u:p@[2001:db8::1]:3307/d')).toMatchObject({ host: '2001:db8::1', port: 3307 });
    expect(optionsOf('mariadb://u:p@[::1]/d')).toMatchObject({ host: '::1', port: 3306 });
  });

  it.each([
    ['tls=maybe', 'DATABASE_URL: tls must be on or off'],
    ['tls=', 'DATABASE_URL: tls must be on or off'],
    ['tls=off&tls=on', 'DATABASE_URL: tls must be on or off'],
    ['ssl=true', 'DATABASE_URL: "ssl" is unknown; use tls and ca'],
    ['ca=/etc/ca.pem', 'DATABASE_URL: ca is for tls=on'],
    ['tls=on&ca=', 'DATABASE_URL: ca must be the absolute path of a PEM file'],
    ['tls=on&ca=ca.pem', 'DATABASE_URL: ca must be the absolute path of a PEM file'],
    ['tls=on&ca=/no/such/file.pem', 'DATABASE_URL: ca names a file that is no readable certificate (ENOENT)'],
    [`tls=on&ca=${__filename}`, 'DATABASE_URL: ca names a file that is no readable certificate (ERR_OSSL_'],
  ])('is refused with %s', (parameters, message) => {
    expect(() => parseDatabaseUrl(`mariadb://u:hunter22@db/d?${parameters}`)).toThrow(message);
  });

  it('is refused with TLS without a host name, because the certificate could not be verified', () => {
    for (const host of ['10.0.0.1', '[::1]'])
      expect(() => parseDatabaseUrl(`mariadb://u:p@${host}/d?tls=on`)).toThrow(
        'DATABASE_URL: tls=on needs a host name',
      );
  });

  it('with TLS is refused by the pool, the health check and the commands when the server offers none', async () => {
    const noTls = 0xffffff & ~0x0800;
    const answers: unknown[] = [];
    const server = createServer((connection) => {
      connection.on('error', () => undefined);
      connection.serverHandshake({
        protocolVersion: 10,
        serverVersion: '11.4.0',
        connectionId: 1,
        statusFlags: 2,
        characterSet: 8,
        capabilityFlags: noTls,
        authCallback: (answer: unknown) => answers.push(answer),
      });
    });
    const { _server: sockets } = server as unknown as { _server: Server };
    await new Promise<void>((listening) => sockets.listen(0, '127.0.0.1', listening));
    try {
      const { port } = sockets.address() as AddressInfo;
      const url = `mariadb://u:p@localhost:${port}/d?tls=on`;
      const expectedError = { code: 'HANDSHAKE_NO_SSL_SUPPORT' };
      const watch = new ServerProbe(optionsOf(url));
      await expect(watch.readState()).rejects.toMatchObject(expectedError);
      watch.close();
      await expect(connectToServer(parseDatabaseUrl(url) as ServerAddress)).rejects.toMatchObject(expectedError);
      await expect(openDataSource({ url, entities: [], migrations: [] })).rejects.toMatchObject(expectedError);
      expect(answers).toEqual([]);
    } finally {
      await new Promise<void>((closed) => sockets.close(() => closed()));
    }
  });
});
