"""Reads the addresses given as arguments with pyasic and prints what it made of each, one JSON object a line."""

import asyncio
import json
import sys
import warnings

warnings.filterwarnings("ignore")


async def read(address):
    import pyasic

    miner = await pyasic.get_miner(address)
    if miner is None:
        return {"address": address, "found": False}
    data = await miner.get_data()
    hashrate = data.hashrate
    return {
        "address": address,
        "found": True,
        "class": type(miner).__name__,
        "make": str(data.make),
        "model": str(data.model),
        "mac": data.mac,
        "hostname": data.hostname,
        "hashrateThs": None if hashrate is None else float(hashrate.into(hashrate.unit.TH)),
        "expectedThs": None if data.expected_hashrate is None else float(data.expected_hashrate.into(hashrate.unit.TH)),
        "wattage": data.wattage,
        "uptimeSeconds": data.uptime,
        "isMining": data.is_mining,
        "boards": [
            {"missing": board.missing, "chips": board.chips, "temp": board.temp, "chipTemp": board.chip_temp,
             "inlet": board.inlet_temp, "outlet": board.outlet_temp}
            for board in data.hashboards
        ],
        "pools": [
            {"url": str(pool.url), "user": pool.user, "accepted": pool.accepted, "alive": pool.alive}
            for pool in data.pools
        ],
        "errors": [str(error) for error in data.errors],
    }


async def main():
    for address in sys.argv[1:]:
        print(json.dumps(await read(address), default=str), flush=True)


asyncio.run(main())
