// The first import of main.ts. Three quarters of a start were loading, much of it of what no start needs.
import { loadOwnDrivers } from './platform/database/own-drivers';
import { loadRulesInUse } from './platform/definitions/rules-in-use';
import { postponeSwagger } from './platform/http/swagger';

postponeSwagger();
loadRulesInUse();
loadOwnDrivers();
