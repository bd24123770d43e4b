import { Global, Module } from '@nestjs/common';
import { AuditTrail } from './audit-trail';

@Global()
@Module({ providers: [AuditTrail], exports: [AuditTrail] })
export class AuditModule {}
