/** Every entity and every migration, in order. The DataSource, the TypeORM command line and the tests read this list. */
import { CustomerState } from './tenancy/customer-state.entity';
import { Session } from './tenancy/session.entity';
import { AuditEvent } from './platform/audit/audit-event.entity';
import { Tenancy0001 } from './migrations/0001-tenancy';

export const entities = [CustomerState, Session, AuditEvent];
export const migrations = [Tenancy0001];
