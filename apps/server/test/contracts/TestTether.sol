// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

/// A token with the habits of USDT: 6 decimals unless said otherwise, transfers that return nothing, and a fee that can be switched on and
/// makes a second event in the same transaction. For tests only: anybody may mint.
contract TestTether {
    event Transfer(address indexed from, address indexed to, uint256 value);

    string public symbol;
    uint8 public decimals;
    uint256 public feeBasisPoints;
    address public immutable owner = msg.sender;
    mapping(address => uint256) public balanceOf;

    constructor(string memory symbol_, uint8 decimals_) {
        symbol = symbol_;
        decimals = decimals_;
    }

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function setFee(uint256 basisPoints) external {
        feeBasisPoints = basisPoints;
    }

    function transfer(address to, uint256 value) external {
        move(msg.sender, to, value);
    }

    /// Two payments in one transaction.
    function transferTwice(address to, uint256 first, uint256 second) external {
        move(msg.sender, to, first);
        move(msg.sender, to, second);
    }

    function move(address from, address to, uint256 value) private {
        uint256 fee = (value * feeBasisPoints) / 10000;
        balanceOf[from] -= value;
        balanceOf[to] += value - fee;
        emit Transfer(from, to, value - fee);
        if (fee > 0) {
            balanceOf[owner] += fee;
            emit Transfer(from, owner, fee);
        }
    }
}
