import { Injectable, Module, type DynamicModule, type Type } from '@nestjs/common';
import type { Fields } from '../../contract/fields';
import type { ResourceDefinition } from '../../contract/resource';
import type { TenantRecord } from '../tenant-record';
import { named } from './resource-dtos';
import { PartsOf, resourceParts, type ResourceParts } from './resource-parts';
import { ResourceService } from './resource-service';
import { resourceController } from './crud-controller';

/**
 * A resource without rules of its own, in one line of its domain's module: `imports: [PlainResource.of(TrainingLocation)]`.
 * One that has rules has a service that extends `ResourceService`, and commands of its own a class that extends `createCrudController`.
 */
@Module({})
export class PlainResource {
  static of(entity: Type<TenantRecord>): DynamicModule {
    @Injectable()
    class PlainService extends ResourceService<TenantRecord, ResourceDefinition<Fields>> {
      constructor(@PartsOf(entity) parts: ResourceParts<TenantRecord>) {
        super(parts);
      }
    }
    const service = named(`${entity.name}Service`, PlainService);
    return {
      module: named(`${entity.name}Module`, class {}),
      providers: [...resourceParts(entity), service],
      controllers: [resourceController(entity, service)],
    };
  }
}
