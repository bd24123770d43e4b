import { Injectable } from '@nestjs/common';
import type { CertificateRow, certificates } from '../../contract/certificates.resource';
import type { Where } from '../../infrastructure/database/where';
import { rowOf } from '../../common/rest/row';
import { InjectResourceContext, type ResourceContext } from '../../crud/resource-context';
import { ResourceReadService } from '../../crud/resource-read.service';
import { restrictToVisible } from '../../tenancy/row-visibility';
import type { Tenant } from '../../tenancy/tenant';
import { Certificate } from './certificate.entity';

/** Reads certificates: admins all, managers those of their reporting line, learners their own. */
@Injectable()
export class CertificatesService extends ResourceReadService<Certificate, typeof certificates, CertificateRow> {
  constructor(@InjectResourceContext(Certificate) parts: ResourceContext<Certificate>) {
    super(parts);
  }

  protected override restrictToVisible(tenant: Tenant, where: Where<Certificate>): Where<Certificate> {
    return restrictToVisible(tenant, where);
  }

  protected override row(_tenant: Tenant, record: Certificate): CertificateRow {
    const { score_hundredths } = record;
    return { ...rowOf(this.definition, record), score: score_hundredths === null ? null : score_hundredths / 100 };
  }
}
