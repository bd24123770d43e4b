import { Injectable } from '@nestjs/common';
import type { CertificateRow, certificates } from '../contract/certificates.resource';
import type { Where } from '../platform/database/where';
import { rowOf } from '../platform/definitions/row';
import { PartsOf, type ResourceParts } from '../tenancy/resources/resource-parts';
import { ResourceReader } from '../tenancy/resources/resource-reader';
import { seen } from '../tenancy/seen';
import type { Tenant } from '../tenancy/tenant';
import { Certificate } from './certificate.entity';

/** Certificates as they are looked at: an admin all, a manager those of the line, a learner the own ones. */
@Injectable()
export class CertificatesService extends ResourceReader<Certificate, typeof certificates, CertificateRow> {
  constructor(@PartsOf(Certificate) parts: ResourceParts<Certificate>) {
    super(parts);
  }

  protected override seen(tenant: Tenant, asked: Where<Certificate>): Where<Certificate> {
    return seen(tenant, asked);
  }

  protected override row(_tenant: Tenant, record: Certificate): CertificateRow {
    const { score_hundredths } = record;
    return { ...rowOf(this.definition, record), score: score_hundredths === null ? null : score_hundredths / 100 };
  }
}
