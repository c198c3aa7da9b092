import type { Model } from '../models/model.ts'
import { antminer } from './antminer/antminer.ts'
import { auradine } from './auradine/auradine.ts'
import { avalon } from './avalon/avalon.ts'
import { axeos } from './axeos/axeos.ts'
import { braiins } from './braiins/braiins.ts'
import { cgminer } from './cgminer/cgminer.ts'
import type { Dialect } from './dialect.ts'
import { elphapex } from './elphapex/elphapex.ts'
import { hammer } from './hammer/hammer.ts'
import { luxos } from './luxos/luxos.ts'
import { proto } from './proto/proto.ts'
import { sealminer } from './sealminer/sealminer.ts'
import { vnish } from './vnish/vnish.ts'
import { whatsminer } from './whatsminer/whatsminer.ts'

const dialects: Readonly<Record<Model['traits']['dialect'], Dialect>> = {
  antminer,
  auradine,
  avalon,
  axeos,
  braiins,
  cgminer,
  elphapex,
  hammer,
  luxos,
  proto,
  sealminer,
  vnish,
  whatsminer,
}

/** The dialect that a model speaks. */
export function getDialect(model: Model): Dialect {
  return dialects[model.traits.dialect]
}
